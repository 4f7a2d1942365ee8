// Generated from the contract by openapi-typescript: see places.ts.
export interface components {
    schemas: {
        ChargeRequest: {
            /** @description Amount in minor units of the currency: 3245 means 32.45 EUR. */
            amount: components["schemas"]["PositiveAmount"];
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description Short description of the order. */
            description: string;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id?: string | number;
            /** @description Language of the customer's pages and mails. Default: en. */
            language?: string;
            /** @description Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
            test?: boolean | ("true" | "false");
            /**
             * Format: date-time
             * @description ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired.
             */
            expired_at?: string;
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean | ("true" | "false");
            /**
             * Format: uri
             * @description URL that receives the webhook. Its body is the transaction, as in an answer.
             */
            notification_url?: string;
            /** @description Text for the cardholder's statement, if the acquirer supports it. */
            dynamic_billing_descriptor?: string;
            /**
             * Format: uri
             * @description URL that receives a verification request before the acquirer is called; its answer can refuse the transaction.
             */
            verification_url?: string;
            /**
             * Format: uri
             * @description URL to which the customer is redirected after 3-D Secure verification.
             */
            return_url?: string;
            /** @description Whether to skip 3-D Secure. Default: false. The shop must be allowed to use the flag. */
            skip_three_d_secure_verification?: boolean | ("true" | "false");
            /** @description Whether 3-D Secure is mandatory; overrides skip_three_d_secure_verification. Default: false. The shop must be allowed to use the flag. */
            force_three_d_secure_verification?: boolean | ("true" | "false");
            /** @description Options of 3-D Secure. */
            three_d_secure?: {
                /** @description Whether the advanced 3-D Secure 2.0 scenario is used, in which the merchant drives the steps. */
                advanced?: boolean | ("true" | "false");
            };
            /** @description The customer. Which members are required depends on the acquirer. */
            customer?: components["schemas"]["CustomerInput"];
            /** @description The customer's billing address. Which members are required depends on the acquirer. */
            billing_address?: components["schemas"]["BillingAddressInput"];
            /** @description Details of the journey being paid for. */
            travel?: components["schemas"]["TravelInput"];
            /** @description Further data of the order, its card and the customer's browser. */
            additional_data?: components["schemas"]["AdditionalDataInput"];
            /** @description Card data or a token. */
            credit_card: components["schemas"]["CardDataChoice"] | components["schemas"]["CardTokenChoice"] | components["schemas"]["CardProviderTokenChoice"];
            /** @description The card as a browser has encrypted it, beside the fields in clear or instead of all of them. */
            encrypted_credit_card?: components["schemas"]["EncryptedCard"];
        };
        PositiveAmount: number;
        CustomerInput: {
            /** @description IP address of the customer, version 4 or 6. */
            ip?: string;
            /**
             * Format: email
             * @description Email address of the customer.
             */
            email?: string;
            /** @description Id of the customer's device. */
            device_id?: string;
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD.
             */
            birth_date?: string;
            /** @description The customer's id in the merchant's system. */
            external_id?: string | number;
            /** @description The customer's taxpayer id. */
            taxpayer_id?: string;
        };
        BillingAddressInput: {
            /** @description First name. */
            first_name?: string;
            /** @description Last name. */
            last_name?: string;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country?: string;
            /** @description City. */
            city?: string;
            /** @description Two-letter code of the state. Allowed only when the country is US or CA. */
            state?: string;
            /** @description Postal code. In the US: NNNNN or NNNNN-NNNN. */
            zip?: string | number;
            /** @description Street and house. */
            address?: string;
            /** @description Phone number. */
            phone?: string | number;
        };
        TravelInput: {
            /** @description A journey by air. */
            airline?: {
                /** @description IATA code of the agency. */
                agency_code?: string;
                /** @description Name of the agency. */
                agency_name?: string;
                /** @description Number of the ticket: ticketing code (3 digits), form number (4), serial number (6) and check digit. */
                ticket_number?: string;
                /** @description Number of the booking. */
                booking_number?: string;
                /**
                 * @description 0 when the ticket can be returned, else 1. The name is spelled so.
                 * @enum {string}
                 */
                restricted_ticked_indicator?: "0" | "1";
                /** @description Legs of the journey. */
                legs?: {
                    /** @description Two-letter IATA code of the airline. */
                    airline_code?: string;
                    /**
                     * @description O or empty: the traveller stays in the origin city for over 24 hours. X: the origin airport is a transit airport.
                     * @enum {string}
                     */
                    stop_over_code?: "O" | "X" | "";
                    /** @description Number of the flight. */
                    flight_number?: string;
                    /** @description Local time of departure, YYYY-MM-DDThh:mm:ss. */
                    departure_date_time?: string;
                    /** @description Local time of arrival, YYYY-MM-DDThh:mm:ss. */
                    arrival_date_time?: string;
                    /** @description Country of departure. */
                    originating_country?: string;
                    /** @description City of departure. */
                    originating_city?: string;
                    /** @description Three-letter IATA code of the airport of departure. */
                    originating_airport_code?: string;
                    /** @description Country of arrival. */
                    destination_country?: string;
                    /** @description City of arrival. */
                    destination_city?: string;
                    /** @description Three-letter IATA code of the airport of arrival. */
                    destination_airport_code?: string;
                    /** @description Coupon of the leg. */
                    coupon?: string;
                    /** @description One-letter IATA code of the class. */
                    class?: string;
                }[];
                /** @description Passengers. */
                passengers?: {
                    /** @description First name of the passenger. */
                    first_name?: string;
                    /** @description Last name of the passenger. */
                    last_name?: string;
                }[];
            };
        };
        AdditionalDataInput: {
            /** @description Lines to add to the email to the customer. */
            receipt_text?: string[];
            /** @description What the saved card may later be used for. */
            contract?: ("recurring" | "oneclick" | "credit" | "card_on_file")[];
            /** @description Details of the contract card_on_file. Absent: the defaults. */
            card_on_file?: {
                /**
                 * @description Who starts the charge. Default: merchant.
                 * @enum {string}
                 */
                initiator?: "merchant" | "customer";
                /**
                 * @description Kind of the charge, used only when the merchant starts it. Default: delayed_charge.
                 * @enum {string}
                 */
                type?: "delayed_charge" | "increment" | "resubmission" | "reauthorization" | "no_show";
            };
            /** @description Checks of the address and of the security code. */
            avs_cvc_verification?: {
                /** @description Check of the billing address. */
                avs_verification?: {
                    /** @description Result codes that reject an approval. */
                    reject_codes?: string[];
                };
                /** @description Check of the security code. */
                cvc_verification?: {
                    /** @description Result codes that reject an approval. */
                    reject_codes?: string[];
                };
            };
            /** @description The customer's browser. Used only for 3-D Secure 2.0. */
            browser?: {
                /** @description The browser's Accept header. */
                accept_header?: string;
                /** @description Width of the screen in pixels. */
                screen_width?: components["schemas"]["Int"];
                /** @description Height of the screen in pixels. */
                screen_height?: components["schemas"]["Int"];
                /**
                 * unknown
                 * @description Colour depth in bits per pixel.
                 */
                screen_color_depth?: unknown;
                /** @description Width of the browser's window in pixels. */
                window_width?: components["schemas"]["Int"];
                /** @description Height of the browser's window in pixels. */
                window_height?: components["schemas"]["Int"];
                /** @description Language of the browser (navigator.language). */
                language?: string;
                /** @description Whether the browser runs Java. */
                java_enabled?: boolean | ("true" | "false");
                /** @description The browser's User-Agent header. */
                user_agent?: string;
                /** @description Difference from local time to UTC in minutes. */
                time_zone?: components["schemas"]["Int"];
                /** @description Name of the browser's time zone. */
                time_zone_name?: string;
            };
            /** @description Acquirers (gateway_id) that are left out when a charge moves on to the next one. */
            excluded_gateways?: components["schemas"]["Int"][];
            /** @description Wallet service. */
            wallet?: {
                /** @description Parameters of the wallet service. */
                params?: {
                    /** @description Id of the user's session. */
                    session?: string;
                };
            };
        };
        Int: number;
        CardDataChoice: {
            /** @description Card number, 12 to 19 digits. Spaces and dashes between them are taken. */
            number: string;
            /** @description Security code, 3 or 4 digits. It is never stored. */
            verification_value?: string;
            /** @description Name as on the card. */
            holder?: string;
            /** @description Month of expiry, 1 to 12. */
            exp_month: string | number;
            /** @description Year of expiry, four digits. */
            exp_year: string | number;
            /** @description Absent: card data are sent. */
            token?: null;
            /** @description Absent: card data are sent. */
            provider_token?: null;
        };
        CardTokenChoice: {
            /** @description Security code, 3 or 4 digits. It is never stored. */
            verification_value?: string;
            /** @description Token of the card from the answer to an earlier transaction. */
            token: string;
            /** @description Absent: a token is sent. */
            number?: null;
            /** @description Absent: a token is sent. */
            provider_token?: null;
        };
        CardProviderTokenChoice: {
            /** @description Name as on the card. */
            holder?: string;
            /** @description A token that a provider's own fields or account made, in place of a number, an expiry and a code. */
            provider_token: components["schemas"]["ProviderTokenInput"];
            /** @description Absent: a provider's token is sent. */
            number?: null;
            /** @description Absent: a provider's token is sent. */
            token?: null;
        };
        ProviderTokenInput: {
            /** @description Whose token it is, such as stripe. Only acquirers of this provider are asked. */
            provider: string;
            /** @description The token, reusable or for one payment. No answer ever has it. */
            value: string;
            /** @description The customer at the provider to whom a reusable token belongs. */
            customer?: string;
        };
        AuthorizationDocument: {
            /** @description The transaction. */
            transaction: components["schemas"]["Authorization"];
        };
        Authorization: {
            /** @description UID of the transaction. */
            uid: string;
            /** @description The same as uid. */
            id: string;
            /**
             * @description Where the transaction stands. pending: its outcome is not known yet.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /**
             * int
             * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
             */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id: string | null;
            /** @description Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
            test: boolean;
            /** @description Result in words. Null while there is none. */
            message: string | null;
            /**
             * @description Processing code: S success, P under way, F declined.
             * @enum {string}
             */
            code: "S.0000" | "P.4011" | "P.4012" | "P.9999" | "F.0104" | "F.0105" | "F.0108" | "F.0109" | "F.0111" | "F.0112" | "F.0113" | "F.0114" | "F.0115" | "F.0116" | "F.0117" | "F.0118" | "F.0119" | "F.0120" | "F.0124" | "F.0999" | "F.2006" | "F.2011" | "F.4001" | "F.4002" | "F.4005" | "F.4007" | "F.6001" | "F.7001";
            /** @description What to tell the customer, in the transaction's language. */
            friendly_message: string;
            /** @description Always null. */
            status_code: string | null;
            /** @description When the request was accepted. */
            created_at: string | null;
            /** @description When the transaction changed last. */
            updated_at: string | null;
            /** @description When it was approved. */
            paid_at: string | null;
            /** @description When nothing was left of an authorization: captured, voided or released. */
            closed_at: string | null;
            /** @description When it was settled, if an operator has said so. */
            settled_at: string | null;
            /** @description Address of the customer's receipt. */
            receipt_url: string;
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean;
            /**
             * @description How it is paid.
             * @enum {string}
             */
            payment_method_type: "credit_card";
            /** @description Short description of the order. */
            description: string | null;
            /** @description Language of the customer's pages and mails. Default: en. */
            language: string;
            /** @description Always null. */
            mute_notifications: null;
            /** @description ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired. */
            expired_at: string | null;
            /** @description When an operator corrected the transaction. */
            manually_corrected_at: string | null;
            /** @description initial when a recurring contract is set up, recurring for later charges on it, else null. */
            recurring_type: ("initial" | "recurring") | null;
            /** @description Page for the customer. While the status is incomplete, redirect there. */
            redirect_url: string;
            /** @description How the customer's page may be shown. */
            gateway: {
                /** @description Whether the page may be shown in a frame. */
                iframe: boolean;
            };
            /** @description The members of additional_data that were sent, and results of a wallet. */
            additional_data: components["schemas"]["AdditionalData"];
            /** @description The 3-D Secure verification, where one was launched. */
            three_d_secure_verification?: components["schemas"]["ThreeDSecureVerification"];
            /** @description The smart-routing check. */
            smart_routing_verification: {
                /**
                 * @description successful, failed (declined by a rule), or skipped (there are no rules).
                 * @enum {string}
                 */
                status: "successful" | "failed" | "skipped";
            };
            /** @description Text for the cardholder's statement, if the acquirer supports it. */
            dynamic_billing_descriptor?: string;
            /** @description URL that receives the webhook. Its body is the transaction, as in an answer. */
            notification_url?: string;
            /** @description URL that receives a verification request before the acquirer is called; its answer can refuse the transaction. */
            verification_url?: string;
            /** @description URL to which the customer is redirected after 3-D Secure verification. */
            return_url?: string;
            /** @description Whether to skip 3-D Secure. Default: false. The shop must be allowed to use the flag. */
            skip_three_d_secure_verification?: boolean;
            /** @description Whether 3-D Secure is mandatory; overrides skip_three_d_secure_verification. Default: false. The shop must be allowed to use the flag. */
            force_three_d_secure_verification?: boolean;
            /** @description Options of 3-D Secure. */
            three_d_secure?: {
                /** @description Whether the advanced 3-D Secure 2.0 scenario is used, in which the merchant drives the steps. */
                advanced?: boolean;
            };
            /** @description Details of the journey being paid for. */
            travel?: components["schemas"]["Travel"];
            /** @description Results of the address and security code checks. */
            avs_cvc_verification?: components["schemas"]["AvsCvcResult"];
            /** @description The subscription that it pays, where it has items, a coupon, usage or lines of the shop's own. */
            subscription?: {
                /** @description Id of the subscription. */
                id: string;
                /** @description What the charge consists of. */
                lines: components["schemas"]["LineDocument"][];
            };
            /**
             * @description What the transaction does.
             * @enum {string}
             */
            type: "authorization";
            /** @description The card. It has a token for later requests and never the number. */
            credit_card: components["schemas"]["CreditCard"];
            /** @description The customer. Which members are required depends on the acquirer. */
            customer: components["schemas"]["Customer"];
            /** @description The customer's billing address. Which members are required depends on the acquirer. */
            billing_address: components["schemas"]["BillingAddress"];
            /** @description What the acquirer answered. */
            authorization: components["schemas"]["ChargeResult"];
        };
        AdditionalData: {
            /** @description Lines to add to the email to the customer. */
            receipt_text?: string[];
            /** @description What the saved card may later be used for. */
            contract?: ("recurring" | "oneclick" | "credit" | "card_on_file")[];
            /** @description Details of the contract card_on_file. Absent: the defaults. */
            card_on_file?: {
                /**
                 * @description Who starts the charge. Default: merchant.
                 * @enum {string}
                 */
                initiator?: "merchant" | "customer";
                /**
                 * @description Kind of the charge, used only when the merchant starts it. Default: delayed_charge.
                 * @enum {string}
                 */
                type?: "delayed_charge" | "increment" | "resubmission" | "reauthorization" | "no_show";
            };
            /** @description Checks of the address and of the security code. */
            avs_cvc_verification?: {
                /** @description Check of the billing address. */
                avs_verification?: {
                    /** @description Result codes that reject an approval. */
                    reject_codes?: string[];
                };
                /** @description Check of the security code. */
                cvc_verification?: {
                    /** @description Result codes that reject an approval. */
                    reject_codes?: string[];
                };
            };
            /** @description The customer's browser. Used only for 3-D Secure 2.0. */
            browser?: {
                /** @description The browser's Accept header. */
                accept_header?: string;
                /** @description Width of the screen in pixels. */
                screen_width?: components["schemas"]["Int"];
                /** @description Height of the screen in pixels. */
                screen_height?: components["schemas"]["Int"];
                /**
                 * @description Colour depth in bits per pixel.
                 * @enum {number}
                 */
                screen_color_depth?: 1 | 4 | 8 | 15 | 16 | 24 | 32 | 48;
                /** @description Width of the browser's window in pixels. */
                window_width?: components["schemas"]["Int"];
                /** @description Height of the browser's window in pixels. */
                window_height?: components["schemas"]["Int"];
                /** @description Language of the browser (navigator.language). */
                language?: string;
                /** @description Whether the browser runs Java. */
                java_enabled?: boolean;
                /** @description The browser's User-Agent header. */
                user_agent?: string;
                /** @description Difference from local time to UTC in minutes. */
                time_zone?: components["schemas"]["Int"];
                /** @description Name of the browser's time zone. */
                time_zone_name?: string;
            };
            /** @description Acquirers (gateway_id) that are left out when a charge moves on to the next one. */
            excluded_gateways?: components["schemas"]["Int"][];
            /** @description Wallet service. */
            wallet?: {
                /** @description Parameters of the wallet service. */
                params?: {
                    /** @description Id of the user's session. */
                    session?: string;
                };
                /** @description What became of it. */
                result?: {
                    /**
                     * @description Whether the card is saved in the wallet.
                     * @enum {string}
                     */
                    status: "successful" | "failed";
                    /** @description Message of the wallet. */
                    message: string | null;
                    /** @description The wallet's name for the saved card. */
                    token?: string;
                    /** @description Error of a wallet that did not save the card. */
                    error?: string;
                    /** @description The error in words. */
                    error_message?: string;
                    /** @description The error as a code. */
                    error_code?: string;
                };
            };
            /** @description The checkout of which the transaction is an attempt. */
            vendor?: {
                /**
                 * @description Always checkout.
                 * @enum {string}
                 */
                name: "checkout";
                /** @description Token of the checkout. */
                token: string;
            };
            /** @description What the shop has sent as additional_data.meta of the order. */
            meta?: {
                [key: string]: unknown;
            };
            /** @description The shop system, as sent with the order. */
            platform_data?: string;
            /** @description The plugin, as sent with the order. */
            integration_data?: string;
        };
        ThreeDSecureVerification: {
            /**
             * @description incomplete while the customer is awaited, successful, failed, or not_enrolled: charged without authentication.
             * @enum {string}
             */
            status: "incomplete" | "successful" | "failed" | "not_enrolled";
            /** @description Message of the 3-D Secure server. */
            message: string | null;
            /** @description Whether the card takes part. Null while not known. */
            ve_status: ("Y" | "N") | null;
            /** @description Page of the issuer to which the customer's browser posts the challenge. */
            acs_url: string | null;
            /** @description 3-D Secure 1: what the browser posts to acs_url as PaReq. */
            pa_req: string | null;
            /** @description What the browser posts to acs_url beside the challenge: MD, in version 2 threeDSSessionData. */
            md: string | null;
            /** @description Where the issuer's page posts the customer back: TermUrl of 3-D Secure 1. */
            pa_res_url: string | null;
            /** @description Electronic commerce indicator. */
            eci: string | null;
            /** @description Result of the authentication: transStatus Y, A, N, R or U. */
            pa_status: ("Y" | "A" | "N" | "R" | "U") | null;
            /** @description 3-D Secure 1: XID; 3-D Secure 2: transaction id of the directory server. */
            xid: string | null;
            /** @description Cardholder authentication verification value. */
            cavv: string | null;
            /** @description Algorithm of cavv. */
            cavv_algorithm: string | null;
            /** @description Why the authentication failed. */
            fail_reason: string | null;
            /** @description 3-D Secure 2: page that runs the issuer's method step, for a frame. */
            method_process_url: string | null;
            /** @description 3-D Secure 2: what the browser posts to acs_url as creq. */
            creq: string | null;
        };
        Travel: {
            /** @description A journey by air. */
            airline?: {
                /** @description IATA code of the agency. */
                agency_code?: string;
                /** @description Name of the agency. */
                agency_name?: string;
                /** @description Number of the ticket: ticketing code (3 digits), form number (4), serial number (6) and check digit. */
                ticket_number?: string;
                /** @description Number of the booking. */
                booking_number?: string;
                /**
                 * @description 0 when the ticket can be returned, else 1. The name is spelled so.
                 * @enum {string}
                 */
                restricted_ticked_indicator?: "0" | "1";
                /** @description Legs of the journey. */
                legs?: {
                    /** @description Two-letter IATA code of the airline. */
                    airline_code?: string;
                    /**
                     * @description O or empty: the traveller stays in the origin city for over 24 hours. X: the origin airport is a transit airport.
                     * @enum {string}
                     */
                    stop_over_code?: "O" | "X" | "";
                    /** @description Number of the flight. */
                    flight_number?: string;
                    /** @description Local time of departure, YYYY-MM-DDThh:mm:ss. */
                    departure_date_time?: string;
                    /** @description Local time of arrival, YYYY-MM-DDThh:mm:ss. */
                    arrival_date_time?: string;
                    /** @description Country of departure. */
                    originating_country?: string;
                    /** @description City of departure. */
                    originating_city?: string;
                    /** @description Three-letter IATA code of the airport of departure. */
                    originating_airport_code?: string;
                    /** @description Country of arrival. */
                    destination_country?: string;
                    /** @description City of arrival. */
                    destination_city?: string;
                    /** @description Three-letter IATA code of the airport of arrival. */
                    destination_airport_code?: string;
                    /** @description Coupon of the leg. */
                    coupon?: string;
                    /** @description One-letter IATA code of the class. */
                    class?: string;
                }[];
                /** @description Passengers. */
                passengers?: {
                    /** @description First name of the passenger. */
                    first_name?: string;
                    /** @description Last name of the passenger. */
                    last_name?: string;
                }[];
            };
        };
        AvsCvcResult: {
            /** @description Check of the billing address. */
            avs_verification: {
                /** @description Result code of the check. */
                result_code: string | null;
            };
            /** @description Check of the security code. */
            cvc_verification: {
                /** @description Result code of the check. */
                result_code: string | null;
            };
        };
        LineDocument: {
            /**
             * @description What the line is for: item, usage, proration_credit, proration_charge, one_off, discount or balance.
             * @enum {string}
             */
            kind: "item" | "usage" | "proration_credit" | "proration_charge" | "one_off" | "discount" | "balance";
            /** @description What it is for, as the customer sees it. */
            title: string;
            /**
             * int
             * @description Amount in minor units; below 0 for what is taken off. The lines of a charge add up to it.
             */
            amount: number;
            /**
             * int
             * @description How many of the item.
             */
            quantity?: number;
            /** @description Id of the item. */
            item?: string;
            /** @description Code of the coupon. */
            coupon?: string;
            /** @description The time that it pays for. */
            period?: {
                /** @description When the time begins. */
                from: string | null;
                /** @description When the time ends; that instant belongs to the next one. */
                to: string | null;
            };
        };
        CreditCard: {
            /** @description Name as on the card. */
            holder: string | null;
            /** @description Hash of the card: the same for one number or provider's token, whatever its expiry and holder. */
            stamp: string;
            /** @description Detected brand, such as visa or master; unknown where none was recognised. */
            brand: string;
            /** @description Product type code. */
            product: string | null;
            /** @description Last four digits. Of a card behind a provider's token, like all that its provider does not tell, null. */
            last_4: string | null;
            /** @description First digit. */
            first_1: string | null;
            /** @description First six digits. */
            bin: string | null;
            /** @description First eight digits, for visa and master with 16 digits or more. */
            bin_8: string | null;
            /** @description ISO 3166-1 alpha-2 code of the issuer's country. */
            issuer_country: string | null;
            /** @description Name of the issuing bank. */
            issuer_name: string | null;
            /** @description Month of expiry, 1 to 12. */
            exp_month: number | null;
            /** @description Year of expiry, four digits. */
            exp_year: number | null;
            /** @description Provider of the token: of a provider's token whose it is, else as it was detected. */
            token_provider: string | null;
            /** @description Token of the card for later requests. */
            token: string;
        };
        Customer: {
            /** @description IP address of the customer, version 4 or 6. */
            ip: string | null;
            /** @description Email address of the customer. */
            email: string | null;
            /** @description Id of the customer's device. */
            device_id: string | null;
            /** @description Date of birth, YYYY-MM-DD. */
            birth_date: string | null;
            /** @description The customer's taxpayer id. */
            taxpayer_id?: string;
            /** @description The customer's id in the merchant's system. */
            external_id?: string;
        };
        BillingAddress: {
            /** @description First name. */
            first_name: string | null;
            /** @description Last name. */
            last_name: string | null;
            /** @description Street and house. */
            address: string | null;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country: string | null;
            /** @description City. */
            city: string | null;
            /** @description Postal code. In the US: NNNNN or NNNNN-NNNN. */
            zip: string | null;
            /** @description Two-letter code of the state. Allowed only when the country is US or CA. */
            state: string | null;
            /** @description Phone number. */
            phone: string | null;
        };
        ChargeResult: {
            /** @description Authorization code of the acquirer. */
            auth_code: string | null;
            /** @description Response code of the bank. */
            bank_code: string | null;
            /** @description Retrieval reference number of the card network. */
            rrn: string | null;
            /** @description Reference of the acquirer. */
            ref_id: string | null;
            /** @description Message of the acquirer, or ours where it gave none. */
            message: string | null;
            /** @description Id of the acquirer that was asked. */
            gateway_id: number | null;
            /**
             * @description Status at the acquirer.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /** @description Amount in minor units of the currency: 3245 means 32.45 EUR. */
            amount: number | null;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string | null;
            /** @description Text on the cardholder's statement. */
            billing_descriptor: string | null;
        };
        PaymentDocument: {
            /** @description The transaction. */
            transaction: components["schemas"]["Payment"];
        };
        Payment: {
            /** @description UID of the transaction. */
            uid: string;
            /** @description The same as uid. */
            id: string;
            /**
             * @description Where the transaction stands. pending: its outcome is not known yet.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /**
             * int
             * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
             */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id: string | null;
            /** @description Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
            test: boolean;
            /** @description Result in words. Null while there is none. */
            message: string | null;
            /**
             * @description Processing code: S success, P under way, F declined.
             * @enum {string}
             */
            code: "S.0000" | "P.4011" | "P.4012" | "P.9999" | "F.0104" | "F.0105" | "F.0108" | "F.0109" | "F.0111" | "F.0112" | "F.0113" | "F.0114" | "F.0115" | "F.0116" | "F.0117" | "F.0118" | "F.0119" | "F.0120" | "F.0124" | "F.0999" | "F.2006" | "F.2011" | "F.4001" | "F.4002" | "F.4005" | "F.4007" | "F.6001" | "F.7001";
            /** @description What to tell the customer, in the transaction's language. */
            friendly_message: string;
            /** @description Always null. */
            status_code: string | null;
            /** @description When the request was accepted. */
            created_at: string | null;
            /** @description When the transaction changed last. */
            updated_at: string | null;
            /** @description When it was approved. */
            paid_at: string | null;
            /** @description When nothing was left of an authorization: captured, voided or released. */
            closed_at: string | null;
            /** @description When it was settled, if an operator has said so. */
            settled_at: string | null;
            /** @description Address of the customer's receipt. */
            receipt_url: string;
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean;
            /**
             * @description How it is paid.
             * @enum {string}
             */
            payment_method_type: "credit_card";
            /** @description Short description of the order. */
            description: string | null;
            /** @description Language of the customer's pages and mails. Default: en. */
            language: string;
            /** @description Always null. */
            mute_notifications: null;
            /** @description ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired. */
            expired_at: string | null;
            /** @description When an operator corrected the transaction. */
            manually_corrected_at: string | null;
            /** @description initial when a recurring contract is set up, recurring for later charges on it, else null. */
            recurring_type: ("initial" | "recurring") | null;
            /** @description Page for the customer. While the status is incomplete, redirect there. */
            redirect_url: string;
            /** @description How the customer's page may be shown. */
            gateway: {
                /** @description Whether the page may be shown in a frame. */
                iframe: boolean;
            };
            /** @description The members of additional_data that were sent, and results of a wallet. */
            additional_data: components["schemas"]["AdditionalData"];
            /** @description The 3-D Secure verification, where one was launched. */
            three_d_secure_verification?: components["schemas"]["ThreeDSecureVerification"];
            /** @description The smart-routing check. */
            smart_routing_verification: {
                /**
                 * @description successful, failed (declined by a rule), or skipped (there are no rules).
                 * @enum {string}
                 */
                status: "successful" | "failed" | "skipped";
            };
            /** @description Text for the cardholder's statement, if the acquirer supports it. */
            dynamic_billing_descriptor?: string;
            /** @description URL that receives the webhook. Its body is the transaction, as in an answer. */
            notification_url?: string;
            /** @description URL that receives a verification request before the acquirer is called; its answer can refuse the transaction. */
            verification_url?: string;
            /** @description URL to which the customer is redirected after 3-D Secure verification. */
            return_url?: string;
            /** @description Whether to skip 3-D Secure. Default: false. The shop must be allowed to use the flag. */
            skip_three_d_secure_verification?: boolean;
            /** @description Whether 3-D Secure is mandatory; overrides skip_three_d_secure_verification. Default: false. The shop must be allowed to use the flag. */
            force_three_d_secure_verification?: boolean;
            /** @description Options of 3-D Secure. */
            three_d_secure?: {
                /** @description Whether the advanced 3-D Secure 2.0 scenario is used, in which the merchant drives the steps. */
                advanced?: boolean;
            };
            /** @description Details of the journey being paid for. */
            travel?: components["schemas"]["Travel"];
            /** @description Results of the address and security code checks. */
            avs_cvc_verification?: components["schemas"]["AvsCvcResult"];
            /** @description The subscription that it pays, where it has items, a coupon, usage or lines of the shop's own. */
            subscription?: {
                /** @description Id of the subscription. */
                id: string;
                /** @description What the charge consists of. */
                lines: components["schemas"]["LineDocument"][];
            };
            /**
             * @description What the transaction does.
             * @enum {string}
             */
            type: "payment";
            /** @description The card. It has a token for later requests and never the number. */
            credit_card: components["schemas"]["CreditCard"];
            /** @description The customer. Which members are required depends on the acquirer. */
            customer: components["schemas"]["Customer"];
            /** @description The customer's billing address. Which members are required depends on the acquirer. */
            billing_address: components["schemas"]["BillingAddress"];
            /** @description What the acquirer answered. */
            payment: components["schemas"]["ChargeResult"];
        };
        ServiceChargeDocument: {
            /** @description The transaction. */
            transaction: components["schemas"]["ServiceCharge"];
        };
        ServiceCharge: {
            /** @description UID of the transaction. */
            uid: string;
            /** @description The same as uid. */
            id: string;
            /**
             * @description Where the transaction stands. pending: its outcome is not known yet.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /**
             * int
             * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
             */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id: string | null;
            /** @description Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
            test: boolean;
            /** @description Result in words. Null while there is none. */
            message: string | null;
            /**
             * @description Processing code: S success, P under way, F declined.
             * @enum {string}
             */
            code: "S.0000" | "P.4011" | "P.4012" | "P.9999" | "F.0104" | "F.0105" | "F.0108" | "F.0109" | "F.0111" | "F.0112" | "F.0113" | "F.0114" | "F.0115" | "F.0116" | "F.0117" | "F.0118" | "F.0119" | "F.0120" | "F.0124" | "F.0999" | "F.2006" | "F.2011" | "F.4001" | "F.4002" | "F.4005" | "F.4007" | "F.6001" | "F.7001";
            /** @description What to tell the customer, in the transaction's language. */
            friendly_message: string;
            /** @description Always null. */
            status_code: string | null;
            /** @description When the request was accepted. */
            created_at: string | null;
            /** @description When the transaction changed last. */
            updated_at: string | null;
            /** @description When it was approved. */
            paid_at: string | null;
            /** @description When nothing was left of an authorization: captured, voided or released. */
            closed_at: string | null;
            /** @description When it was settled, if an operator has said so. */
            settled_at: string | null;
            /** @description Address of the customer's receipt. */
            receipt_url: string;
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean;
            /**
             * @description How it is paid.
             * @enum {string}
             */
            payment_method_type: "credit_card";
            /** @description Short description of the order. */
            description: string | null;
            /** @description Language of the customer's pages and mails. Default: en. */
            language: string;
            /** @description Always null. */
            mute_notifications: null;
            /** @description ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired. */
            expired_at: string | null;
            /** @description When an operator corrected the transaction. */
            manually_corrected_at: string | null;
            /** @description initial when a recurring contract is set up, recurring for later charges on it, else null. */
            recurring_type: ("initial" | "recurring") | null;
            /** @description Page for the customer. While the status is incomplete, redirect there. */
            redirect_url: string;
            /** @description How the customer's page may be shown. */
            gateway: {
                /** @description Whether the page may be shown in a frame. */
                iframe: boolean;
            };
            /** @description The members of additional_data that were sent, and results of a wallet. */
            additional_data: components["schemas"]["AdditionalData"];
            /** @description The 3-D Secure verification, where one was launched. */
            three_d_secure_verification?: components["schemas"]["ThreeDSecureVerification"];
            /** @description The smart-routing check. */
            smart_routing_verification: {
                /**
                 * @description successful, failed (declined by a rule), or skipped (there are no rules).
                 * @enum {string}
                 */
                status: "successful" | "failed" | "skipped";
            };
            /** @description Text for the cardholder's statement, if the acquirer supports it. */
            dynamic_billing_descriptor?: string;
            /** @description URL that receives the webhook. Its body is the transaction, as in an answer. */
            notification_url?: string;
            /** @description URL that receives a verification request before the acquirer is called; its answer can refuse the transaction. */
            verification_url?: string;
            /** @description URL to which the customer is redirected after 3-D Secure verification. */
            return_url?: string;
            /** @description Whether to skip 3-D Secure. Default: false. The shop must be allowed to use the flag. */
            skip_three_d_secure_verification?: boolean;
            /** @description Whether 3-D Secure is mandatory; overrides skip_three_d_secure_verification. Default: false. The shop must be allowed to use the flag. */
            force_three_d_secure_verification?: boolean;
            /** @description Options of 3-D Secure. */
            three_d_secure?: {
                /** @description Whether the advanced 3-D Secure 2.0 scenario is used, in which the merchant drives the steps. */
                advanced?: boolean;
            };
            /** @description Details of the journey being paid for. */
            travel?: components["schemas"]["Travel"];
            /** @description Results of the address and security code checks. */
            avs_cvc_verification?: components["schemas"]["AvsCvcResult"];
            /** @description The subscription that it pays, where it has items, a coupon, usage or lines of the shop's own. */
            subscription?: {
                /** @description Id of the subscription. */
                id: string;
                /** @description What the charge consists of. */
                lines: components["schemas"]["LineDocument"][];
            };
            /**
             * @description What the transaction does.
             * @enum {string}
             */
            type: "charge";
            /** @description The card. It has a token for later requests and never the number. */
            credit_card: components["schemas"]["CreditCard"];
            /** @description The customer. Which members are required depends on the acquirer. */
            customer: components["schemas"]["Customer"];
            /** @description The customer's billing address. Which members are required depends on the acquirer. */
            billing_address: components["schemas"]["BillingAddress"];
            /** @description What the acquirer answered. */
            charge: components["schemas"]["ChargeResult"];
        };
        TokenizationRequest: {
            /** @description Amount in minor units of the currency: 3245 means 32.45 EUR. */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description Short description of the order. */
            description: string;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id?: string | number;
            /** @description Language of the customer's pages and mails. Default: en. */
            language?: string;
            /** @description Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
            test?: boolean | ("true" | "false");
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean | ("true" | "false");
            /**
             * Format: uri
             * @description URL that receives the webhook. Its body is the transaction, as in an answer.
             */
            notification_url?: string;
            /** @description Text for the cardholder's statement, if the acquirer supports it. */
            dynamic_billing_descriptor?: string;
            /**
             * Format: uri
             * @description URL that receives a verification request before the acquirer is called; its answer can refuse the transaction.
             */
            verification_url?: string;
            /**
             * Format: uri
             * @description URL to which the customer is redirected after 3-D Secure verification.
             */
            return_url?: string;
            /** @description Whether to skip 3-D Secure. Default: false. The shop must be allowed to use the flag. */
            skip_three_d_secure_verification?: boolean | ("true" | "false");
            /** @description Whether 3-D Secure is mandatory; overrides skip_three_d_secure_verification. Default: false. The shop must be allowed to use the flag. */
            force_three_d_secure_verification?: boolean | ("true" | "false");
            /** @description Options of 3-D Secure. */
            three_d_secure?: {
                /** @description Whether the advanced 3-D Secure 2.0 scenario is used, in which the merchant drives the steps. */
                advanced?: boolean | ("true" | "false");
            };
            /** @description The customer. Which members are required depends on the acquirer. */
            customer?: components["schemas"]["TokenizationCustomerInput"];
            /** @description The customer's billing address. Which members are required depends on the acquirer. */
            billing_address?: components["schemas"]["BillingAddressInput"];
            /** @description Details of the journey being paid for. */
            travel?: components["schemas"]["TravelInput"];
            /** @description Further data of the order, its card and the customer's browser. */
            additional_data?: components["schemas"]["TokenizationDataInput"];
            /** @description The card that becomes a token. */
            credit_card: components["schemas"]["CardData"] | components["schemas"]["CardProviderToken"];
            /** @description The card as a browser has encrypted it, beside the fields in clear or instead of all of them. */
            encrypted_credit_card?: components["schemas"]["EncryptedCard"];
        };
        TokenizationCustomerInput: {
            /** @description IP address of the customer, version 4 or 6. */
            ip?: string;
            /**
             * Format: email
             * @description Email address of the customer.
             */
            email?: string;
            /** @description Id of the customer's device. */
            device_id?: string;
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD.
             */
            birth_date?: string;
            /** @description The customer's id in the merchant's system. */
            external_id?: string | number;
        };
        TokenizationDataInput: {
            /** @description Lines to add to the email to the customer. */
            receipt_text?: string[];
            /** @description What the saved card may later be used for. */
            contract?: ("recurring" | "oneclick" | "credit")[];
        };
        CardData: {
            /** @description Card number, 12 to 19 digits. Spaces and dashes between them are taken. */
            number: string;
            /** @description Security code, 3 or 4 digits. It is never stored. */
            verification_value?: string;
            /** @description Name as on the card. */
            holder?: string;
            /** @description Month of expiry, 1 to 12. */
            exp_month: string | number;
            /** @description Year of expiry, four digits. */
            exp_year: string | number;
            /** @description Absent: card data are sent. */
            provider_token?: null;
        };
        CardProviderToken: {
            /** @description Name as on the card. */
            holder?: string;
            /** @description A token that a provider's own fields or account made, in place of a number, an expiry and a code. */
            provider_token: components["schemas"]["ProviderTokenInput"];
            /** @description Absent: a provider's token is sent. */
            number?: null;
        };
        TokenizationDocument: {
            /** @description The transaction. */
            transaction: components["schemas"]["Tokenization"];
        };
        Tokenization: {
            /** @description UID of the transaction. */
            uid: string;
            /** @description The same as uid. */
            id: string;
            /**
             * @description Where the transaction stands. pending: its outcome is not known yet.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /**
             * int
             * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
             */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id: string | null;
            /** @description Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
            test: boolean;
            /** @description Result in words. Null while there is none. */
            message: string | null;
            /**
             * @description Processing code: S success, P under way, F declined.
             * @enum {string}
             */
            code: "S.0000" | "P.4011" | "P.4012" | "P.9999" | "F.0104" | "F.0105" | "F.0108" | "F.0109" | "F.0111" | "F.0112" | "F.0113" | "F.0114" | "F.0115" | "F.0116" | "F.0117" | "F.0118" | "F.0119" | "F.0120" | "F.0124" | "F.0999" | "F.2006" | "F.2011" | "F.4001" | "F.4002" | "F.4005" | "F.4007" | "F.6001" | "F.7001";
            /** @description What to tell the customer, in the transaction's language. */
            friendly_message: string;
            /** @description Always null. */
            status_code: string | null;
            /** @description When the request was accepted. */
            created_at: string | null;
            /** @description When the transaction changed last. */
            updated_at: string | null;
            /** @description When it was approved. */
            paid_at: string | null;
            /** @description When nothing was left of an authorization: captured, voided or released. */
            closed_at: string | null;
            /** @description When it was settled, if an operator has said so. */
            settled_at: string | null;
            /** @description Address of the customer's receipt. */
            receipt_url: string;
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean;
            /**
             * @description How it is paid.
             * @enum {string}
             */
            payment_method_type: "credit_card";
            /** @description Short description of the order. */
            description: string | null;
            /** @description Language of the customer's pages and mails. Default: en. */
            language: string;
            /** @description Always null. */
            mute_notifications: null;
            /** @description ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired. */
            expired_at: string | null;
            /** @description When an operator corrected the transaction. */
            manually_corrected_at: string | null;
            /** @description initial when a recurring contract is set up, recurring for later charges on it, else null. */
            recurring_type: ("initial" | "recurring") | null;
            /** @description Page for the customer. While the status is incomplete, redirect there. */
            redirect_url: string;
            /** @description How the customer's page may be shown. */
            gateway: {
                /** @description Whether the page may be shown in a frame. */
                iframe: boolean;
            };
            /** @description The members of additional_data that were sent, and results of a wallet. */
            additional_data: components["schemas"]["AdditionalData"];
            /** @description The 3-D Secure verification, where one was launched. */
            three_d_secure_verification?: components["schemas"]["ThreeDSecureVerification"];
            /** @description The smart-routing check. */
            smart_routing_verification: {
                /**
                 * @description successful, failed (declined by a rule), or skipped (there are no rules).
                 * @enum {string}
                 */
                status: "successful" | "failed" | "skipped";
            };
            /** @description Text for the cardholder's statement, if the acquirer supports it. */
            dynamic_billing_descriptor?: string;
            /** @description URL that receives the webhook. Its body is the transaction, as in an answer. */
            notification_url?: string;
            /** @description URL that receives a verification request before the acquirer is called; its answer can refuse the transaction. */
            verification_url?: string;
            /** @description URL to which the customer is redirected after 3-D Secure verification. */
            return_url?: string;
            /** @description Whether to skip 3-D Secure. Default: false. The shop must be allowed to use the flag. */
            skip_three_d_secure_verification?: boolean;
            /** @description Whether 3-D Secure is mandatory; overrides skip_three_d_secure_verification. Default: false. The shop must be allowed to use the flag. */
            force_three_d_secure_verification?: boolean;
            /** @description Options of 3-D Secure. */
            three_d_secure?: {
                /** @description Whether the advanced 3-D Secure 2.0 scenario is used, in which the merchant drives the steps. */
                advanced?: boolean;
            };
            /** @description Details of the journey being paid for. */
            travel?: components["schemas"]["Travel"];
            /** @description Results of the address and security code checks. */
            avs_cvc_verification?: components["schemas"]["AvsCvcResult"];
            /** @description The subscription that it pays, where it has items, a coupon, usage or lines of the shop's own. */
            subscription?: {
                /** @description Id of the subscription. */
                id: string;
                /** @description What the charge consists of. */
                lines: components["schemas"]["LineDocument"][];
            };
            /**
             * @description What the transaction does.
             * @enum {string}
             */
            type: "tokenization";
            /** @description The card. It has a token for later requests and never the number. */
            credit_card: components["schemas"]["CreditCard"];
            /** @description The customer. Which members are required depends on the acquirer. */
            customer: components["schemas"]["Customer"];
            /** @description The customer's billing address. Which members are required depends on the acquirer. */
            billing_address: components["schemas"]["BillingAddress"];
            /** @description What the acquirer answered. */
            tokenization: components["schemas"]["TokenizationResult"];
        };
        TokenizationResult: {
            /**
             * @description Status at the acquirer.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /** @description Message of the acquirer, or ours where it gave none. */
            message: string | null;
            /** @description Id of the acquirer that was asked. */
            gateway_id: number | null;
        };
        CaptureOrVoidRequest: {
            /** @description UID of the parent transaction. */
            parent_uid: string;
            /** @description Amount in minor units of the currency: 3245 means 32.45 EUR. */
            amount: components["schemas"]["PositiveAmount"];
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean | ("true" | "false");
            /** @description The merchant's own id of the transaction. Default of a capture: that of the authorization; of a void: none. */
            tracking_id?: string | number;
            /**
             * Format: uri
             * @description URL that receives the webhook of this transaction. Default of a capture: that of the authorization; of a void: that of the shop.
             */
            notification_url?: string;
        };
        CaptureDocument: {
            /** @description The transaction. */
            transaction: components["schemas"]["Capture"];
        };
        Capture: {
            /** @description UID of the transaction. */
            uid: string;
            /** @description The same as uid. */
            id: string;
            /**
             * @description Where the transaction stands. pending: its outcome is not known yet.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /**
             * int
             * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
             */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description The merchant's own id of the transaction, of a capture also the authorization's; null where none was sent. */
            tracking_id: string | null;
            /** @description Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
            test: boolean;
            /** @description Result in words. Null while there is none. */
            message: string | null;
            /**
             * @description Processing code: S success, P under way, F declined.
             * @enum {string}
             */
            code: "S.0000" | "P.4011" | "P.4012" | "P.9999" | "F.0104" | "F.0105" | "F.0108" | "F.0109" | "F.0111" | "F.0112" | "F.0113" | "F.0114" | "F.0115" | "F.0116" | "F.0117" | "F.0118" | "F.0119" | "F.0120" | "F.0124" | "F.0999" | "F.2006" | "F.2011" | "F.4001" | "F.4002" | "F.4005" | "F.4007" | "F.6001" | "F.7001";
            /** @description What to tell the customer, in the transaction's language. */
            friendly_message: string;
            /** @description Always null. */
            status_code: string | null;
            /** @description When the request was accepted. */
            created_at: string | null;
            /** @description When the transaction changed last. */
            updated_at: string | null;
            /** @description When it was approved. */
            paid_at: string | null;
            /** @description When nothing was left of an authorization: captured, voided or released. */
            closed_at: string | null;
            /** @description When it was settled, if an operator has said so. */
            settled_at: string | null;
            /** @description Address of the customer's receipt. */
            receipt_url: string;
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean;
            /** @description UID of the parent transaction. */
            parent_uid: string | null;
            /**
             * @description What the transaction does.
             * @enum {string}
             */
            type: "capture";
            /** @description What the acquirer answered. */
            capture: components["schemas"]["ChildResult"];
        };
        ChildResult: {
            /** @description Authorization code of the acquirer. */
            auth_code: string | null;
            /** @description Response code of the bank. */
            bank_code: string | null;
            /** @description Retrieval reference number of the card network. */
            rrn: string | null;
            /** @description Reference of the acquirer. */
            ref_id: string | null;
            /** @description Message of the acquirer, or ours where it gave none. */
            message: string | null;
            /** @description Id of the acquirer that was asked. */
            gateway_id: number | null;
            /**
             * @description Status at the acquirer.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
        };
        VoidDocument: {
            /** @description The transaction. */
            transaction: components["schemas"]["Void"];
        };
        Void: {
            /** @description UID of the transaction. */
            uid: string;
            /** @description The same as uid. */
            id: string;
            /**
             * @description Where the transaction stands. pending: its outcome is not known yet.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /**
             * int
             * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
             */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description The merchant's own id of the transaction, of a capture also the authorization's; null where none was sent. */
            tracking_id: string | null;
            /** @description Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
            test: boolean;
            /** @description Result in words. Null while there is none. */
            message: string | null;
            /**
             * @description Processing code: S success, P under way, F declined.
             * @enum {string}
             */
            code: "S.0000" | "P.4011" | "P.4012" | "P.9999" | "F.0104" | "F.0105" | "F.0108" | "F.0109" | "F.0111" | "F.0112" | "F.0113" | "F.0114" | "F.0115" | "F.0116" | "F.0117" | "F.0118" | "F.0119" | "F.0120" | "F.0124" | "F.0999" | "F.2006" | "F.2011" | "F.4001" | "F.4002" | "F.4005" | "F.4007" | "F.6001" | "F.7001";
            /** @description What to tell the customer, in the transaction's language. */
            friendly_message: string;
            /** @description Always null. */
            status_code: string | null;
            /** @description When the request was accepted. */
            created_at: string | null;
            /** @description When the transaction changed last. */
            updated_at: string | null;
            /** @description When it was approved. */
            paid_at: string | null;
            /** @description When nothing was left of an authorization: captured, voided or released. */
            closed_at: string | null;
            /** @description When it was settled, if an operator has said so. */
            settled_at: string | null;
            /** @description Address of the customer's receipt. */
            receipt_url: string;
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean;
            /** @description UID of the parent transaction. */
            parent_uid: string | null;
            /**
             * @description What the transaction does.
             * @enum {string}
             */
            type: "void";
            /** @description URL that receives the webhook of this transaction. Default: that of the shop, whatever that of the parent is. */
            notification_url?: string;
            /** @description What the acquirer answered. */
            void: components["schemas"]["ChildResult"];
        };
        RefundRequest: {
            /** @description UID of the parent transaction. */
            parent_uid: string;
            /** @description Amount in minor units of the currency: 3245 means 32.45 EUR. */
            amount: components["schemas"]["PositiveAmount"];
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean | ("true" | "false");
            /** @description The merchant's own id of the transaction. Default: none. */
            tracking_id?: string | number;
            /**
             * Format: uri
             * @description URL that receives the webhook of this transaction. Default: that of the shop, whatever that of the parent is.
             */
            notification_url?: string;
            /** @description The merchant's reason for the refund. */
            reason: string;
        };
        RefundDocument: {
            /** @description The transaction. */
            transaction: components["schemas"]["Refund"];
        };
        Refund: {
            /** @description UID of the transaction. */
            uid: string;
            /** @description The same as uid. */
            id: string;
            /**
             * @description Where the transaction stands. pending: its outcome is not known yet.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /**
             * int
             * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
             */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description The merchant's own id of the transaction, of a capture also the authorization's; null where none was sent. */
            tracking_id: string | null;
            /** @description Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
            test: boolean;
            /** @description Result in words. Null while there is none. */
            message: string | null;
            /**
             * @description Processing code: S success, P under way, F declined.
             * @enum {string}
             */
            code: "S.0000" | "P.4011" | "P.4012" | "P.9999" | "F.0104" | "F.0105" | "F.0108" | "F.0109" | "F.0111" | "F.0112" | "F.0113" | "F.0114" | "F.0115" | "F.0116" | "F.0117" | "F.0118" | "F.0119" | "F.0120" | "F.0124" | "F.0999" | "F.2006" | "F.2011" | "F.4001" | "F.4002" | "F.4005" | "F.4007" | "F.6001" | "F.7001";
            /** @description What to tell the customer, in the transaction's language. */
            friendly_message: string;
            /** @description Always null. */
            status_code: string | null;
            /** @description When the request was accepted. */
            created_at: string | null;
            /** @description When the transaction changed last. */
            updated_at: string | null;
            /** @description When it was approved. */
            paid_at: string | null;
            /** @description When nothing was left of an authorization: captured, voided or released. */
            closed_at: string | null;
            /** @description When it was settled, if an operator has said so. */
            settled_at: string | null;
            /** @description Address of the customer's receipt. */
            receipt_url: string;
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean;
            /** @description UID of the parent transaction. */
            parent_uid: string | null;
            /**
             * @description What the transaction does.
             * @enum {string}
             */
            type: "refund";
            /** @description URL that receives the webhook of this transaction. Default: that of the shop, whatever that of the parent is. */
            notification_url?: string;
            /** @description The merchant's reason for the refund. */
            reason?: string;
            /** @description What the acquirer answered. */
            refund: components["schemas"]["ChildResult"];
        };
        CreditRequest: {
            /** @description Amount in minor units of the currency: 3245 means 32.45 EUR. */
            amount: components["schemas"]["PositiveAmount"];
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description Short description of the order. */
            description: string;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id?: string | number;
            /** @description Language of the customer's pages and mails. Default: en. */
            language?: string;
            /** @description Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
            test?: boolean | ("true" | "false");
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean | ("true" | "false");
            /**
             * Format: uri
             * @description URL that receives the webhook. Its body is the transaction, as in an answer.
             */
            notification_url?: string;
            /** @description The saved card that receives the payout. */
            credit_card: components["schemas"]["CardToken"];
        };
        CardToken: {
            /** @description Token of the card from the answer to an earlier transaction. */
            token: string;
        };
        CreditDocument: {
            /** @description The transaction. */
            transaction: components["schemas"]["Credit"];
        };
        Credit: {
            /** @description UID of the transaction. */
            uid: string;
            /** @description The same as uid. */
            id: string;
            /**
             * @description Where the transaction stands. pending: its outcome is not known yet.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /**
             * int
             * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
             */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id: string | null;
            /** @description Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
            test: boolean;
            /** @description Result in words. Null while there is none. */
            message: string | null;
            /**
             * @description Processing code: S success, P under way, F declined.
             * @enum {string}
             */
            code: "S.0000" | "P.4011" | "P.4012" | "P.9999" | "F.0104" | "F.0105" | "F.0108" | "F.0109" | "F.0111" | "F.0112" | "F.0113" | "F.0114" | "F.0115" | "F.0116" | "F.0117" | "F.0118" | "F.0119" | "F.0120" | "F.0124" | "F.0999" | "F.2006" | "F.2011" | "F.4001" | "F.4002" | "F.4005" | "F.4007" | "F.6001" | "F.7001";
            /** @description What to tell the customer, in the transaction's language. */
            friendly_message: string;
            /** @description Always null. */
            status_code: string | null;
            /** @description When the request was accepted. */
            created_at: string | null;
            /** @description When the transaction changed last. */
            updated_at: string | null;
            /** @description When it was approved. */
            paid_at: string | null;
            /** @description When nothing was left of an authorization: captured, voided or released. */
            closed_at: string | null;
            /** @description When it was settled, if an operator has said so. */
            settled_at: string | null;
            /** @description Address of the customer's receipt. */
            receipt_url: string;
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean;
            /**
             * @description How it is paid.
             * @enum {string}
             */
            payment_method_type: "credit_card";
            /** @description Short description of the order. */
            description: string | null;
            /** @description Language of the customer's pages and mails. Default: en. */
            language: string;
            /** @description Always null. */
            mute_notifications: null;
            /** @description ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired. */
            expired_at: string | null;
            /** @description When an operator corrected the transaction. */
            manually_corrected_at: string | null;
            /** @description initial when a recurring contract is set up, recurring for later charges on it, else null. */
            recurring_type: ("initial" | "recurring") | null;
            /** @description Page for the customer. While the status is incomplete, redirect there. */
            redirect_url: string;
            /** @description How the customer's page may be shown. */
            gateway: {
                /** @description Whether the page may be shown in a frame. */
                iframe: boolean;
            };
            /** @description The members of additional_data that were sent, and results of a wallet. */
            additional_data: components["schemas"]["AdditionalData"];
            /** @description The 3-D Secure verification, where one was launched. */
            three_d_secure_verification?: components["schemas"]["ThreeDSecureVerification"];
            /** @description The smart-routing check. */
            smart_routing_verification: {
                /**
                 * @description successful, failed (declined by a rule), or skipped (there are no rules).
                 * @enum {string}
                 */
                status: "successful" | "failed" | "skipped";
            };
            /** @description Text for the cardholder's statement, if the acquirer supports it. */
            dynamic_billing_descriptor?: string;
            /** @description URL that receives the webhook. Its body is the transaction, as in an answer. */
            notification_url?: string;
            /** @description URL that receives a verification request before the acquirer is called; its answer can refuse the transaction. */
            verification_url?: string;
            /** @description URL to which the customer is redirected after 3-D Secure verification. */
            return_url?: string;
            /** @description Whether to skip 3-D Secure. Default: false. The shop must be allowed to use the flag. */
            skip_three_d_secure_verification?: boolean;
            /** @description Whether 3-D Secure is mandatory; overrides skip_three_d_secure_verification. Default: false. The shop must be allowed to use the flag. */
            force_three_d_secure_verification?: boolean;
            /** @description Options of 3-D Secure. */
            three_d_secure?: {
                /** @description Whether the advanced 3-D Secure 2.0 scenario is used, in which the merchant drives the steps. */
                advanced?: boolean;
            };
            /** @description Details of the journey being paid for. */
            travel?: components["schemas"]["Travel"];
            /** @description Results of the address and security code checks. */
            avs_cvc_verification?: components["schemas"]["AvsCvcResult"];
            /** @description The subscription that it pays, where it has items, a coupon, usage or lines of the shop's own. */
            subscription?: {
                /** @description Id of the subscription. */
                id: string;
                /** @description What the charge consists of. */
                lines: components["schemas"]["LineDocument"][];
            };
            /**
             * @description What the transaction does.
             * @enum {string}
             */
            type: "credit";
            /** @description The card. It has a token for later requests and never the number. */
            credit_card: components["schemas"]["CreditCard"];
            /** @description The customer. Which members are required depends on the acquirer. */
            customer: components["schemas"]["Customer"];
            /** @description The customer's billing address. Which members are required depends on the acquirer. */
            billing_address: components["schemas"]["BillingAddress"];
            /** @description What the acquirer answered. */
            credit: components["schemas"]["ChargeResult"];
        };
        PayoutRequest: {
            /** @description Amount in minor units of the currency: 3245 means 32.45 EUR. */
            amount: components["schemas"]["PositiveAmount"];
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description Short description of the order. */
            description: string;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id?: string | number;
            /** @description Language of the customer's pages and mails. Default: en. */
            language?: string;
            /** @description Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
            test?: boolean | ("true" | "false");
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean | ("true" | "false");
            /**
             * Format: uri
             * @description URL that receives the webhook. Its body is the transaction, as in an answer.
             */
            notification_url?: string;
            /** @description The card that receives the payout. */
            recipient_credit_card: components["schemas"]["CardDataChoice"] | components["schemas"]["CardTokenChoice"] | components["schemas"]["CardProviderTokenChoice"];
            /** @description The person who receives the payout. */
            recipient?: components["schemas"]["CustomerInput"];
            /** @description The recipient's address. */
            recipient_billing_address?: components["schemas"]["BillingAddressInput"];
        };
        PayoutDocument: {
            /** @description The transaction. */
            transaction: components["schemas"]["Payout"];
        };
        Payout: {
            /** @description UID of the transaction. */
            uid: string;
            /** @description The same as uid. */
            id: string;
            /**
             * @description Where the transaction stands. pending: its outcome is not known yet.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /**
             * int
             * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
             */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id: string | null;
            /** @description Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
            test: boolean;
            /** @description Result in words. Null while there is none. */
            message: string | null;
            /**
             * @description Processing code: S success, P under way, F declined.
             * @enum {string}
             */
            code: "S.0000" | "P.4011" | "P.4012" | "P.9999" | "F.0104" | "F.0105" | "F.0108" | "F.0109" | "F.0111" | "F.0112" | "F.0113" | "F.0114" | "F.0115" | "F.0116" | "F.0117" | "F.0118" | "F.0119" | "F.0120" | "F.0124" | "F.0999" | "F.2006" | "F.2011" | "F.4001" | "F.4002" | "F.4005" | "F.4007" | "F.6001" | "F.7001";
            /** @description What to tell the customer, in the transaction's language. */
            friendly_message: string;
            /** @description Always null. */
            status_code: string | null;
            /** @description When the request was accepted. */
            created_at: string | null;
            /** @description When the transaction changed last. */
            updated_at: string | null;
            /** @description When it was approved. */
            paid_at: string | null;
            /** @description When nothing was left of an authorization: captured, voided or released. */
            closed_at: string | null;
            /** @description When it was settled, if an operator has said so. */
            settled_at: string | null;
            /** @description Address of the customer's receipt. */
            receipt_url: string;
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean;
            /**
             * @description How it is paid.
             * @enum {string}
             */
            payment_method_type: "credit_card";
            /** @description Short description of the order. */
            description: string | null;
            /** @description Language of the customer's pages and mails. Default: en. */
            language: string;
            /** @description Always null. */
            mute_notifications: null;
            /** @description ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired. */
            expired_at: string | null;
            /** @description When an operator corrected the transaction. */
            manually_corrected_at: string | null;
            /** @description initial when a recurring contract is set up, recurring for later charges on it, else null. */
            recurring_type: ("initial" | "recurring") | null;
            /** @description Page for the customer. While the status is incomplete, redirect there. */
            redirect_url: string;
            /** @description How the customer's page may be shown. */
            gateway: {
                /** @description Whether the page may be shown in a frame. */
                iframe: boolean;
            };
            /** @description The members of additional_data that were sent, and results of a wallet. */
            additional_data: components["schemas"]["AdditionalData"];
            /** @description The 3-D Secure verification, where one was launched. */
            three_d_secure_verification?: components["schemas"]["ThreeDSecureVerification"];
            /** @description The smart-routing check. */
            smart_routing_verification: {
                /**
                 * @description successful, failed (declined by a rule), or skipped (there are no rules).
                 * @enum {string}
                 */
                status: "successful" | "failed" | "skipped";
            };
            /** @description Text for the cardholder's statement, if the acquirer supports it. */
            dynamic_billing_descriptor?: string;
            /** @description URL that receives the webhook. Its body is the transaction, as in an answer. */
            notification_url?: string;
            /** @description URL that receives a verification request before the acquirer is called; its answer can refuse the transaction. */
            verification_url?: string;
            /** @description URL to which the customer is redirected after 3-D Secure verification. */
            return_url?: string;
            /** @description Whether to skip 3-D Secure. Default: false. The shop must be allowed to use the flag. */
            skip_three_d_secure_verification?: boolean;
            /** @description Whether 3-D Secure is mandatory; overrides skip_three_d_secure_verification. Default: false. The shop must be allowed to use the flag. */
            force_three_d_secure_verification?: boolean;
            /** @description Options of 3-D Secure. */
            three_d_secure?: {
                /** @description Whether the advanced 3-D Secure 2.0 scenario is used, in which the merchant drives the steps. */
                advanced?: boolean;
            };
            /** @description Details of the journey being paid for. */
            travel?: components["schemas"]["Travel"];
            /** @description Results of the address and security code checks. */
            avs_cvc_verification?: components["schemas"]["AvsCvcResult"];
            /** @description The subscription that it pays, where it has items, a coupon, usage or lines of the shop's own. */
            subscription?: {
                /** @description Id of the subscription. */
                id: string;
                /** @description What the charge consists of. */
                lines: components["schemas"]["LineDocument"][];
            };
            /**
             * @description What the transaction does.
             * @enum {string}
             */
            type: "payout";
            /** @description The card that receives the payout. */
            recipient_credit_card: components["schemas"]["CreditCard"];
            /** @description The person who receives the payout. */
            recipient: components["schemas"]["Customer"];
            /** @description The recipient's address. */
            recipient_billing_address: components["schemas"]["BillingAddress"];
            /** @description What the acquirer answered. */
            payout: components["schemas"]["ChargeResult"];
        };
        SavedCardRequest: {
            /** @description Card number, 12 to 19 digits. Spaces and dashes between them are taken. */
            number?: string;
            /** @description Month of expiry, 1 to 12. */
            exp_month?: string | number;
            /** @description Year of expiry, four digits. */
            exp_year?: string | number;
            /** @description Name as on the card. */
            holder?: string;
            /** @description What the card may later be used for. */
            contract?: ("recurring" | "oneclick" | "credit" | "card_on_file")[];
            /** @description Whose card it is. Default: nobody's, and it is in no list. */
            customer?: {
                /** @description The customer's id in the merchant's system. */
                external_id?: string | number;
            };
            /** @description Token of a saved card, whose holder, expiry or contracts change. Only without number. */
            token?: string;
            /** @description A token that a provider's own fields or account made, in place of a number, an expiry and a code. */
            provider_token?: components["schemas"]["ProviderTokenInput"];
            /** @description The card as a browser has encrypted it, beside the fields in clear or instead of all of them. */
            encrypted_credit_card?: components["schemas"]["EncryptedCard"];
        };
        SavedCardDocument: {
            /** @description Name as on the card. */
            holder: string | null;
            /** @description Hash of the card: the same for one number or provider's token, whatever its expiry and holder. */
            stamp: string;
            /** @description Detected brand, such as visa or master; unknown where none was recognised. */
            brand: string;
            /** @description Product type code. */
            product: string | null;
            /** @description Last four digits. Of a card behind a provider's token, like all that its provider does not tell, null. */
            last_4: string | null;
            /** @description First digit. */
            first_1: string | null;
            /** @description First six digits. */
            bin: string | null;
            /** @description First eight digits, for visa and master with 16 digits or more. */
            bin_8: string | null;
            /** @description ISO 3166-1 alpha-2 code of the issuer's country. */
            issuer_country: string | null;
            /** @description Name of the issuing bank. */
            issuer_name: string | null;
            /** @description Month of expiry, 1 to 12. */
            exp_month: number | null;
            /** @description Year of expiry, four digits. */
            exp_year: number | null;
            /** @description Provider of the token: of a provider's token whose it is, else as it was detected. */
            token_provider: string | null;
            /** @description Token of the card for later requests. */
            token: string;
            /** @description What the card may later be used for. */
            contract: ("recurring" | "oneclick" | "credit" | "card_on_file")[];
            /** @description Whose card it is; null where nobody was named. */
            customer: {
                /** @description The customer's id in the merchant's system. */
                external_id: string;
            } | null;
            /** @description When it was kept. */
            created_at: string | null;
        };
        SavedCardListDocument: {
            /** @description The cards, newest first, each number once. */
            cards: components["schemas"]["SavedCardDocument"][];
        };
        SavedCardChange: {
            /** @description Month of expiry, 1 to 12. */
            exp_month?: string | number;
            /** @description Year of expiry, four digits. */
            exp_year?: string | number;
            /** @description Name as on the card. */
            holder?: string;
            /** @description What the card may later be used for. */
            contract?: ("recurring" | "oneclick" | "credit" | "card_on_file")[];
        };
        DoneDocument: {
            /** @description The outcome of the command. */
            response: {
                /** @description What was done. */
                message: string;
            };
        };
        CheckoutRequest: {
            /** @description What is paid. */
            order: {
                /** @description Amount in minor units of the currency. 0 is allowed for a tokenization, and where a card is to be kept by contract: then the card is checked, and nothing is charged. */
                amount: number;
                /** @description ISO 4217 alpha-3 code of the currency. */
                currency: string;
                /** @description Short description of the order. */
                description: string;
                /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
                tracking_id?: string | number;
                /**
                 * Format: date-time
                 * @description When the order can be paid no more: ISO 8601 with an offset. Default: 24 hours after its creation.
                 */
                expired_at?: string;
                /**
                 * maxItems(100)
                 * @description The lines that the page lists. Their amounts add up to that of the order.
                 */
                items?: {
                    /** @description What is bought. */
                    name: string;
                    /** @description How many. Default: 1. */
                    quantity?: number;
                    /** @description Amount of the whole line in minor units. */
                    amount: number;
                }[];
                /** @description Members that answers and webhooks repeat as they were sent; receipt_text and contract have the meaning that they have in a payment. */
                additional_data?: {
                    [key: string]: unknown;
                };
            };
            /**
             * @description What each attempt is: payment, authorization, tokenization; charge is a payment whose documents say charge.
             * @enum {string}
             */
            transaction_type: "payment" | "authorization" | "tokenization" | "charge";
            /** @description Where the customer and the webhooks go, and how the page looks. */
            settings?: {
                /**
                 * Format: uri
                 * @description URL to which the customer goes after paying.
                 */
                success_url?: string;
                /**
                 * Format: uri
                 * @description URL to which the customer goes after a decline without another attempt.
                 */
                decline_url?: string;
                /**
                 * Format: uri
                 * @description URL to which the customer goes after an error, or when the time is over.
                 */
                fail_url?: string;
                /**
                 * Format: uri
                 * @description URL to which the customer goes who leaves without paying.
                 */
                cancel_url?: string;
                /**
                 * Format: uri
                 * @description Stands for success_url and decline_url where those are absent.
                 */
                return_url?: string;
                /**
                 * Format: uri
                 * @description URL that receives the webhook. Its body is the transaction, as in an answer.
                 */
                notification_url?: string;
                /**
                 * Format: uri
                 * @description URL that receives a verification request before the acquirer is called; its answer can refuse the transaction.
                 */
                verification_url?: string;
                /** @description Language of the page and of mails. Default: that of the customer's browser, else en. */
                language?: string;
                /** @description After how many seconds the customer is taken back by itself, 0 for at once. Default: only by a button. */
                auto_return?: number;
                /** @description Whether a saved card is charged without another press. Ignored: no page charges by being opened. */
                auto_pay?: boolean | ("true" | "false");
                /** @description Text of the button that pays. */
                button_text?: string;
                /** @description Text of the button that leads back. */
                button_next_text?: string;
                /** @description What the page asks the customer for. */
                customer_fields?: {
                    /** @description What the page asks for besides the card. What the shop has sent is shown masked and can be corrected. */
                    visible?: ("email" | "first_name" | "last_name" | "phone" | "birth_date" | "address" | "city" | "state" | "zip" | "country")[];
                    /** @description What of that the shop has sent and the customer can't change. The page shows a masked text. */
                    read_only?: ("email" | "first_name" | "last_name" | "phone" | "birth_date" | "address" | "city" | "state" | "zip" | "country")[];
                    /** @description For older clients: what the page does not show. */
                    hidden?: ("email" | "first_name" | "last_name" | "phone" | "birth_date" | "address" | "city" | "state" | "zip" | "country")[];
                };
                /** @description What is known of the card. */
                credit_card_fields?: {
                    /** @description Name as on the card. */
                    holder?: string;
                    /** @description holder, where the customer can't change the name that the shop has sent. */
                    read_only?: "holder"[];
                };
                /** @description Whether the customer is asked to keep the card. */
                save_card_toggle?: {
                    /** @description Whether it is shown. */
                    display?: boolean | ("true" | "false");
                    /** @description Whether it is switched on at first. */
                    customer_contract?: boolean | ("true" | "false");
                    /** @description The text beside it. */
                    text?: string;
                    /** @description The text that explains it. */
                    hint?: string;
                };
                /** @description Whether the customer may enter another card than the saved one. Default: true. */
                another_card_toggle?: {
                    /** @description Whether it is shown. */
                    display?: boolean | ("true" | "false");
                    /** @description Whether it is switched on at first. */
                    customer_contract?: boolean | ("true" | "false");
                    /** @description The text beside it. */
                    text?: string;
                    /** @description The text that explains it. */
                    hint?: string;
                };
                /** @description Taken from older clients, neither used nor kept: the shop's theme says how the page looks. */
                style?: {
                    [key: string]: unknown;
                };
            };
            /** @description By which methods the order can be paid. Absent: by all that the shop has. */
            payment_method?: {
                /** @description credit_card, and the kinds of transfers that the shop has. Absent: all. */
                types?: ("credit_card" | "sbp" | "sbp_data")[];
                /** @description Methods that are left out. */
                excluded_types?: ("credit_card" | "sbp" | "sbp_data")[];
                /** @description Brands of cards that are refused. */
                excluded_brands?: ("visa" | "master" | "maestro" | "amex" | "mir" | "unionpay" | "jcb" | "discover" | "diners" | "belkart")[];
                /** @description Parameters of cards. */
                credit_card?: {
                    /** @description Token of a saved card that is offered. */
                    token?: string;
                };
            };
            /** @description Version of the form of the page's address. */
            version?: string | number;
            /** @description Whether no real acquirer is reached. Default: false. */
            test?: boolean | ("true" | "false");
            /** @description Whether the page is shown in a frame of the shop's page. Default: false. */
            iframe?: boolean | ("true" | "false");
            /** @description How many attempts the customer has, 1 to 10. Default: 1. A try that was refused before it was sent counts as none. */
            attempts?: number;
            /** @description Text for the cardholder's statement, if the acquirer supports it. */
            dynamic_billing_descriptor?: string;
            /** @description Details of the journey being paid for. */
            travel?: components["schemas"]["TravelInput"];
            /** @description What is known of the customer. What the page asks for is filled in by it. */
            customer?: {
                /** @description IP address of the customer, version 4 or 6. */
                ip?: string;
                /**
                 * Format: email
                 * @description Email address of the customer.
                 */
                email?: string;
                /** @description Id of the customer's device. */
                device_id?: string;
                /**
                 * Format: date
                 * @description Date of birth, YYYY-MM-DD.
                 */
                birth_date?: string;
                /** @description The customer's id in the merchant's system. */
                external_id?: string | number;
                /** @description The customer's taxpayer id. */
                taxpayer_id?: string;
                /** @description First name. */
                first_name?: string;
                /** @description Last name. */
                last_name?: string;
                /** @description ISO 3166-1 alpha-2 code of the country. */
                country?: string;
                /** @description City. */
                city?: string;
                /** @description Two-letter code of the state. Allowed only when the country is US or CA. */
                state?: string;
                /** @description Postal code. In the US: NNNNN or NNNNN-NNNN. */
                zip?: string | number;
                /** @description Street and house. */
                address?: string;
                /** @description Phone number. */
                phone?: string | number;
            };
        };
        CreatedCheckoutDocument: {
            /** @description The checkout. */
            checkout: {
                /** @description Token of the checkout: whoever knows it may pay the order. */
                token: string;
                /** @description Address of the page on which the customer pays. */
                redirect_url: string;
                /** @description The same. */
                url: string;
                /** @description Brands of cards that are taken. */
                brands: {
                    /** @description Brand, such as visa. */
                    name: string;
                    /** @description Always false. */
                    alternative: boolean;
                }[];
                /** @description The merchant. */
                company: {
                    /** @description Name of the merchant. */
                    name: string;
                    /** @description Address of the merchant's site; null where it is not known. */
                    site: string | null;
                };
                /** @description Short description of the order. */
                description: string;
                /** @description Always null. */
                card_info: null;
            };
        };
        CheckoutDocument: {
            /** @description The checkout. */
            checkout: {
                /** @description Token of the checkout. */
                token: string;
                /**
                 * @description Where the order stands: open, paying while an attempt is under way, and in the end paid, failed, expired or canceled.
                 * @enum {string}
                 */
                state: "open" | "paying" | "paid" | "failed" | "expired" | "canceled";
                /** @description Id of the shop, a number where it consists of digits. */
                shop_id: string | number;
                /** @description What each attempt is: payment, authorization, tokenization; charge is a payment whose documents say charge. */
                transaction_type: string;
                /** @description What is paid. */
                order: {
                    /**
                     * int
                     * @description Amount in minor units of the currency. 0 is allowed for a tokenization, and where a card is to be kept by contract: then the card is checked, and nothing is charged.
                     */
                    amount: number;
                    /** @description ISO 4217 alpha-3 code of the currency. */
                    currency: string;
                    /** @description Short description of the order. */
                    description: string;
                    /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
                    tracking_id: string | null;
                    /** @description When the order can be paid no more: ISO 8601 with an offset. Default: 24 hours after its creation. */
                    expired_at: string | null;
                    /** @description Members that answers and webhooks repeat as they were sent; receipt_text and contract have the meaning that they have in a payment. */
                    additional_data: {
                        [key: string]: unknown;
                    };
                    /** @description The lines that the page lists. Their amounts add up to that of the order. */
                    items?: {
                        /** @description What is bought. */
                        name: string;
                        /**
                         * int
                         * @description How many. Default: 1.
                         */
                        quantity: number;
                        /**
                         * int
                         * @description Amount of the whole line in minor units.
                         */
                        amount: number;
                    }[];
                };
                /** @description Where the customer and the webhooks go, and how the page looks. */
                settings: {
                    [key: string]: unknown;
                };
                /** @description What is known of the customer. What the page asks for is filled in by it. */
                customer: {
                    [key: string]: unknown;
                };
                /** @description Whether the outcome is final. */
                finished: boolean;
                /** @description Whether its time is over. */
                expired: boolean;
                /** @description Whether no real acquirer is reached. Default: false. */
                test: boolean;
                /**
                 * @description Status of the last attempt; error before any, and when it ended unpaid.
                 * @enum {string}
                 */
                status: "incomplete" | "pending" | "successful" | "failed" | "expired" | "error";
                /** @description Result in words. */
                message: string | null;
                /**
                 * int
                 * @description What was paid, where it is not the order's amount: a bank's customer can transfer any. Unit: minor units.
                 */
                paid_amount?: number;
                /** @description The last attempt, by the type of its transaction; null before any. */
                gateway_response: {
                    /** @description A payment by card or bank transfer. */
                    payment?: {
                        /** @description UID of the transaction. */
                        uid: string;
                        /**
                         * @description Where the transaction stands.
                         * @enum {string}
                         */
                        status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                        /** @description Authorization code of the acquirer. */
                        auth_code: string | null;
                        /** @description Response code of the bank. */
                        bank_code: string | null;
                        /** @description Retrieval reference number of the card network. */
                        rrn: string | null;
                        /** @description Reference of the acquirer. */
                        ref_id: string | null;
                        /** @description Message of the acquirer, or ours where it gave none. */
                        message: string | null;
                        /** @description Id of the acquirer that was asked. */
                        gateway_id: number | null;
                        /** @description Text on the cardholder's statement. */
                        billing_descriptor: string | null;
                        /** @description When it was approved. */
                        paid_at: string | null;
                    };
                    /** @description A payment that this checkout calls charge. */
                    charge?: {
                        /** @description UID of the transaction. */
                        uid: string;
                        /**
                         * @description Where the transaction stands.
                         * @enum {string}
                         */
                        status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                        /** @description Authorization code of the acquirer. */
                        auth_code: string | null;
                        /** @description Response code of the bank. */
                        bank_code: string | null;
                        /** @description Retrieval reference number of the card network. */
                        rrn: string | null;
                        /** @description Reference of the acquirer. */
                        ref_id: string | null;
                        /** @description Message of the acquirer, or ours where it gave none. */
                        message: string | null;
                        /** @description Id of the acquirer that was asked. */
                        gateway_id: number | null;
                        /** @description Text on the cardholder's statement. */
                        billing_descriptor: string | null;
                        /** @description When it was approved. */
                        paid_at: string | null;
                    };
                    /** @description An authorization. */
                    authorization?: {
                        /** @description UID of the transaction. */
                        uid: string;
                        /**
                         * @description Where the transaction stands.
                         * @enum {string}
                         */
                        status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                        /** @description Authorization code of the acquirer. */
                        auth_code: string | null;
                        /** @description Response code of the bank. */
                        bank_code: string | null;
                        /** @description Retrieval reference number of the card network. */
                        rrn: string | null;
                        /** @description Reference of the acquirer. */
                        ref_id: string | null;
                        /** @description Message of the acquirer, or ours where it gave none. */
                        message: string | null;
                        /** @description Id of the acquirer that was asked. */
                        gateway_id: number | null;
                        /** @description Text on the cardholder's statement. */
                        billing_descriptor: string | null;
                        /** @description When it was approved. */
                        paid_at: string | null;
                    };
                    /** @description A card that is checked and kept. */
                    tokenization?: {
                        /** @description UID of the transaction. */
                        uid: string;
                        /**
                         * @description Where the transaction stands.
                         * @enum {string}
                         */
                        status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                        /** @description Authorization code of the acquirer. */
                        auth_code: string | null;
                        /** @description Response code of the bank. */
                        bank_code: string | null;
                        /** @description Retrieval reference number of the card network. */
                        rrn: string | null;
                        /** @description Reference of the acquirer. */
                        ref_id: string | null;
                        /** @description Message of the acquirer, or ours where it gave none. */
                        message: string | null;
                        /** @description Id of the acquirer that was asked. */
                        gateway_id: number | null;
                        /** @description Text on the cardholder's statement. */
                        billing_descriptor: string | null;
                        /** @description When it was approved. */
                        paid_at: string | null;
                    };
                } | null;
                /** @description By which methods the order can be paid. Absent: by all that the shop has. */
                payment_method: {
                    /** @description credit_card, and the kinds of transfers that the shop has. Absent: all. */
                    types: string[];
                };
                /** @description The shop. */
                shop: {
                    /** @description Id of the shop. */
                    id: string | number;
                    /** @description Name of the shop. */
                    name: string;
                    /** @description Address of the shop's site. */
                    url: string | null;
                };
                /** @description The merchant. */
                company: {
                    /** @description Name of the merchant. */
                    name: string;
                    /** @description Address of the merchant's site; null where it is not known. */
                    site: string | null;
                };
                /** @description Version of the form of the page's address. */
                version?: string;
            };
        };
        CheckoutListDocument: {
            /** @description The checkouts, newest first. */
            checkouts: {
                /** @description Token of the checkout. */
                token: string;
                /**
                 * @description Where the order stands: open, paying while an attempt is under way, and in the end paid, failed, expired or canceled.
                 * @enum {string}
                 */
                state: "open" | "paying" | "paid" | "failed" | "expired" | "canceled";
                /** @description Id of the shop, a number where it consists of digits. */
                shop_id: string | number;
                /** @description What each attempt is: payment, authorization, tokenization; charge is a payment whose documents say charge. */
                transaction_type: string;
                /** @description What is paid. */
                order: {
                    /**
                     * int
                     * @description Amount in minor units of the currency. 0 is allowed for a tokenization, and where a card is to be kept by contract: then the card is checked, and nothing is charged.
                     */
                    amount: number;
                    /** @description ISO 4217 alpha-3 code of the currency. */
                    currency: string;
                    /** @description Short description of the order. */
                    description: string;
                    /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
                    tracking_id: string | null;
                    /** @description When the order can be paid no more: ISO 8601 with an offset. Default: 24 hours after its creation. */
                    expired_at: string | null;
                    /** @description Members that answers and webhooks repeat as they were sent; receipt_text and contract have the meaning that they have in a payment. */
                    additional_data: {
                        [key: string]: unknown;
                    };
                    /** @description The lines that the page lists. Their amounts add up to that of the order. */
                    items?: {
                        /** @description What is bought. */
                        name: string;
                        /**
                         * int
                         * @description How many. Default: 1.
                         */
                        quantity: number;
                        /**
                         * int
                         * @description Amount of the whole line in minor units.
                         */
                        amount: number;
                    }[];
                };
                /** @description Where the customer and the webhooks go, and how the page looks. */
                settings: {
                    [key: string]: unknown;
                };
                /** @description What is known of the customer. What the page asks for is filled in by it. */
                customer: {
                    [key: string]: unknown;
                };
                /** @description Whether the outcome is final. */
                finished: boolean;
                /** @description Whether its time is over. */
                expired: boolean;
                /** @description Whether no real acquirer is reached. Default: false. */
                test: boolean;
                /**
                 * @description Status of the last attempt; error before any, and when it ended unpaid.
                 * @enum {string}
                 */
                status: "incomplete" | "pending" | "successful" | "failed" | "expired" | "error";
                /** @description Result in words. */
                message: string | null;
                /**
                 * int
                 * @description What was paid, where it is not the order's amount: a bank's customer can transfer any. Unit: minor units.
                 */
                paid_amount?: number;
                /** @description The last attempt, by the type of its transaction; null before any. */
                gateway_response: {
                    /** @description A payment by card or bank transfer. */
                    payment?: {
                        /** @description UID of the transaction. */
                        uid: string;
                        /**
                         * @description Where the transaction stands.
                         * @enum {string}
                         */
                        status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                        /** @description Authorization code of the acquirer. */
                        auth_code: string | null;
                        /** @description Response code of the bank. */
                        bank_code: string | null;
                        /** @description Retrieval reference number of the card network. */
                        rrn: string | null;
                        /** @description Reference of the acquirer. */
                        ref_id: string | null;
                        /** @description Message of the acquirer, or ours where it gave none. */
                        message: string | null;
                        /** @description Id of the acquirer that was asked. */
                        gateway_id: number | null;
                        /** @description Text on the cardholder's statement. */
                        billing_descriptor: string | null;
                        /** @description When it was approved. */
                        paid_at: string | null;
                    };
                    /** @description A payment that this checkout calls charge. */
                    charge?: {
                        /** @description UID of the transaction. */
                        uid: string;
                        /**
                         * @description Where the transaction stands.
                         * @enum {string}
                         */
                        status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                        /** @description Authorization code of the acquirer. */
                        auth_code: string | null;
                        /** @description Response code of the bank. */
                        bank_code: string | null;
                        /** @description Retrieval reference number of the card network. */
                        rrn: string | null;
                        /** @description Reference of the acquirer. */
                        ref_id: string | null;
                        /** @description Message of the acquirer, or ours where it gave none. */
                        message: string | null;
                        /** @description Id of the acquirer that was asked. */
                        gateway_id: number | null;
                        /** @description Text on the cardholder's statement. */
                        billing_descriptor: string | null;
                        /** @description When it was approved. */
                        paid_at: string | null;
                    };
                    /** @description An authorization. */
                    authorization?: {
                        /** @description UID of the transaction. */
                        uid: string;
                        /**
                         * @description Where the transaction stands.
                         * @enum {string}
                         */
                        status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                        /** @description Authorization code of the acquirer. */
                        auth_code: string | null;
                        /** @description Response code of the bank. */
                        bank_code: string | null;
                        /** @description Retrieval reference number of the card network. */
                        rrn: string | null;
                        /** @description Reference of the acquirer. */
                        ref_id: string | null;
                        /** @description Message of the acquirer, or ours where it gave none. */
                        message: string | null;
                        /** @description Id of the acquirer that was asked. */
                        gateway_id: number | null;
                        /** @description Text on the cardholder's statement. */
                        billing_descriptor: string | null;
                        /** @description When it was approved. */
                        paid_at: string | null;
                    };
                    /** @description A card that is checked and kept. */
                    tokenization?: {
                        /** @description UID of the transaction. */
                        uid: string;
                        /**
                         * @description Where the transaction stands.
                         * @enum {string}
                         */
                        status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                        /** @description Authorization code of the acquirer. */
                        auth_code: string | null;
                        /** @description Response code of the bank. */
                        bank_code: string | null;
                        /** @description Retrieval reference number of the card network. */
                        rrn: string | null;
                        /** @description Reference of the acquirer. */
                        ref_id: string | null;
                        /** @description Message of the acquirer, or ours where it gave none. */
                        message: string | null;
                        /** @description Id of the acquirer that was asked. */
                        gateway_id: number | null;
                        /** @description Text on the cardholder's statement. */
                        billing_descriptor: string | null;
                        /** @description When it was approved. */
                        paid_at: string | null;
                    };
                } | null;
                /** @description By which methods the order can be paid. Absent: by all that the shop has. */
                payment_method: {
                    /** @description credit_card, and the kinds of transfers that the shop has. Absent: all. */
                    types: string[];
                };
                /** @description The shop. */
                shop: {
                    /** @description Id of the shop. */
                    id: string | number;
                    /** @description Name of the shop. */
                    name: string;
                    /** @description Address of the shop's site. */
                    url: string | null;
                };
                /** @description The merchant. */
                company: {
                    /** @description Name of the merchant. */
                    name: string;
                    /** @description Address of the merchant's site; null where it is not known. */
                    site: string | null;
                };
                /** @description Version of the form of the page's address. */
                version?: string;
            }[];
        };
        CheckoutPaymentRequest: {
            /** @description Token of the checkout. */
            token: string;
            /**
             * @description Always credit_card. Default: credit_card.
             * @enum {string}
             */
            payment_method?: "credit_card";
            /** @description Card data, or the token of a saved card that the page offers. exp_date, as MM/YY, may stand for exp_month and exp_year, and save_card may stand in it. */
            credit_card: components["schemas"]["CardDataChoice"] | components["schemas"]["CardTokenChoice"] | components["schemas"]["CardProviderTokenChoice"];
            /** @description Whether the card is kept, where the page asks for it. Default: false. */
            save_card?: boolean | ("true" | "false");
            /** @description What the page would ask for. What the shop has sent stays. */
            customer?: {
                /**
                 * Format: email
                 * @description Email address of the customer.
                 */
                email?: string;
                /** @description Id of the customer's device. */
                device_id?: string;
                /**
                 * Format: date
                 * @description Date of birth, YYYY-MM-DD.
                 */
                birth_date?: string;
                /** @description The customer's taxpayer id. */
                taxpayer_id?: string;
                /** @description First name. */
                first_name?: string;
                /** @description Last name. */
                last_name?: string;
                /** @description ISO 3166-1 alpha-2 code of the country. */
                country?: string;
                /** @description City. */
                city?: string;
                /** @description Two-letter code of the state. Allowed only when the country is US or CA. */
                state?: string;
                /** @description Postal code. In the US: NNNNN or NNNNN-NNNN. */
                zip?: string | number;
                /** @description Street and house. */
                address?: string;
                /** @description Phone number. */
                phone?: string | number;
            };
            /** @description The customer's browser, for 3-D Secure 2.0. */
            browser?: {
                /** @description The browser's Accept header. */
                accept_header?: string;
                /** @description Width of the screen in pixels. */
                screen_width?: components["schemas"]["Int"];
                /** @description Height of the screen in pixels. */
                screen_height?: components["schemas"]["Int"];
                /**
                 * unknown
                 * @description Colour depth in bits per pixel.
                 */
                screen_color_depth?: unknown;
                /** @description Width of the browser's window in pixels. */
                window_width?: components["schemas"]["Int"];
                /** @description Height of the browser's window in pixels. */
                window_height?: components["schemas"]["Int"];
                /** @description Language of the browser (navigator.language). */
                language?: string;
                /** @description Whether the browser runs Java. */
                java_enabled?: boolean | ("true" | "false");
                /** @description The browser's User-Agent header. */
                user_agent?: string;
                /** @description Difference from local time to UTC in minutes. */
                time_zone?: components["schemas"]["Int"];
                /** @description Name of the browser's time zone. */
                time_zone_name?: string;
            };
            /** @description The card as a browser has encrypted it, beside the fields in clear or instead of all of them. */
            encrypted_credit_card?: components["schemas"]["EncryptedCard"];
        };
        CheckoutPaymentDocument: {
            /** @description The attempt. */
            response: {
                /**
                 * @description Status of the attempt. incomplete: the customer goes on at url.
                 * @enum {string}
                 */
                status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                /** @description Result in words. Null while there is none. */
                message: string | null;
                /** @description Always null: what is refused is answered with 422. */
                errors: null;
                /** @description Token of the checkout. */
                token: string;
                /** @description What each attempt is: payment, authorization, tokenization; charge is a payment whose documents say charge. */
                transaction_type: string;
                /** @description UID of the transaction. */
                uid: string;
                /** @description Where the customer confirms the payment, while it is incomplete; else null. */
                url: string | null;
                /** @description Page with the result, for which apps watch: it leads nowhere by itself. */
                result_url: string;
                /** @description Where the customer goes back to the shop, once that is known; else null. */
                return_url: string | null;
                /** @description Id of the acquirer that was asked. */
                gateway_id: number | null;
                /** @description Whether the order can be paid no more: it is paid, or no attempt is left. */
                finished: boolean;
                /** @description The card, without its number. */
                credit_card: {
                    /** @description Name as on the card. */
                    holder: string | null;
                    /** @description Detected brand, such as visa or master; unknown where none was recognised. */
                    brand: string;
                    /** @description Last four digits. Of a card behind a provider's token, like all that its provider does not tell, null. */
                    last_4: string | null;
                    /** @description First digit. */
                    first_1: string | null;
                    /** @description First six digits. */
                    bin: string | null;
                    /** @description Month of expiry, 1 to 12. */
                    exp_month: number | null;
                    /** @description Year of expiry, four digits. */
                    exp_year: number | null;
                    /** @description Hash of the card; for the shop alone. */
                    stamp?: string;
                    /** @description Token of the card for later requests; for the shop alone. */
                    token?: string;
                } | null;
            };
        };
        ProductRequest: {
            /** @description Name of the product, as the customer sees it. */
            name: string;
            /** @description What the customer pays for. */
            description: string;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description Price of a piece in minor units of the currency. */
            amount: components["schemas"]["PositiveAmount"];
            /** @description Language of the pages. Default: that of the customer's browser, else en. */
            language?: string;
            /** @description How many pieces can be bought; ignored when infinite is true. */
            quantity?: number;
            /** @description Whether any number can be bought. Default: true, unless a quantity is sent. */
            infinite?: boolean | ("true" | "false");
            /** @description Whether it is sold without an end. Default: true, unless expired_at is sent. */
            immortal?: boolean | ("true" | "false");
            /**
             * Format: date-time
             * @description From when on it is no longer sold: ISO 8601 with an offset; ignored when immortal is true.
             */
            expired_at?: string;
            /** @description What the page asks the customer for besides the card. */
            visible_fields?: ("email" | "first_name" | "last_name" | "phone" | "birth_date" | "address" | "city" | "state" | "zip" | "country")[];
            /** @description Whether it is a test product: its payments never reach a real acquirer. Default: false. */
            test?: boolean | ("true" | "false");
            /**
             * @description What each payment is: payment or authorization. Default: payment.
             * @enum {string}
             */
            transaction_type?: "payment" | "authorization";
            /**
             * Format: uri
             * @description URL that receives the webhooks of its payments.
             */
            notification_url?: string;
            /**
             * Format: uri
             * @description URL to which the customer goes after paying.
             */
            success_url?: string;
            /**
             * Format: uri
             * @description URL to which the customer goes after a decline or an error.
             */
            fail_url?: string;
            /**
             * Format: uri
             * @description Stands for success_url and fail_url where those are absent.
             */
            return_url?: string;
            /** @description Members that answers and webhooks repeat as they were sent; receipt_text and contract have the meaning that they have in a payment. */
            additional_data?: {
                [key: string]: unknown;
            };
        };
        ProductDocument: {
            /** @description Id of the product. */
            id: string;
            /** @description Name of the product, as the customer sees it. */
            name: string;
            /** @description What the customer pays for. */
            description: string;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /**
             * int
             * @description Price of a piece in minor units of the currency.
             */
            amount: number;
            /** @description Language of the pages. Default: that of the customer's browser, else en. */
            language: string | null;
            /** @description How many pieces can still be bought; null where any number can. */
            quantity: number | null;
            /**
             * int
             * @description How many pieces are held by attempts that are under way, or whose approval can still come out.
             */
            reserved: number;
            /** @description Whether any number can be bought. */
            infinite: boolean;
            /** @description Whether it is sold without an end. */
            immortal: boolean;
            /** @description From when on it is no longer sold; null where it has no end. */
            expired_at: string | null;
            /** @description What the page asks the customer for besides the card. */
            visible_fields: ("email" | "first_name" | "last_name" | "phone" | "birth_date" | "address" | "city" | "state" | "zip" | "country")[];
            /** @description Whether it is a test product: its payments never reach a real acquirer. Default: false. */
            test: boolean;
            /**
             * @description What each payment is: payment or authorization. Default: payment.
             * @enum {string}
             */
            transaction_type: "payment" | "authorization";
            /** @description URL that receives the webhooks of its payments. */
            notification_url: string | null;
            /** @description URL to which the customer goes after paying. */
            success_url: string | null;
            /** @description URL to which the customer goes after a decline or an error. */
            fail_url: string | null;
            /** @description Stands for success_url and fail_url where those are absent. */
            return_url: string | null;
            /** @description Members that answers and webhooks repeat as they were sent; receipt_text and contract have the meaning that they have in a payment. */
            additional_data: {
                [key: string]: unknown;
            };
            /** @description When the product was created. */
            created_at: string | null;
            /** @description When it was changed last: by the shop, or by a payment. */
            updated_at: string | null;
            /** @description Page on which a customer buys a piece. */
            pay_url: string;
            /** @description The same. */
            payment_url: string;
            /** @description The same page under another address. */
            confirm_url: string;
        };
        ProductChangeRequest: {
            /** @description New price of a piece in minor units. A customer who has begun to pay keeps the price that the page has shown. */
            amount?: components["schemas"]["PositiveAmount"];
            /** @description Whether any number can be bought from now on. With false a quantity is needed, unless there is one. */
            infinite?: boolean | ("true" | "false");
            /** @description How many pieces can be bought from now on, besides those that attempts under way hold. 0: none. Makes infinite false, unless that is sent. */
            quantity?: number;
        };
        TransactionDocument: {
            /** @description The transaction. */
            transaction: components["schemas"]["Transaction"];
        };
        Transaction: components["schemas"]["Authorization"] | components["schemas"]["Payment"] | components["schemas"]["ServiceCharge"] | components["schemas"]["Tokenization"] | components["schemas"]["Credit"] | components["schemas"]["Payout"] | components["schemas"]["Capture"] | components["schemas"]["Void"] | components["schemas"]["Refund"];
        TransferDocument: {
            /** @description The transfer. */
            transaction: components["schemas"]["Transfer"];
        };
        Transfer: {
            /** @description UID of the transfer. */
            uid: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "payment" | "refund" | "payout" | "proof";
            /**
             * @description Where the transfer stands. pending: it is not decided yet.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /**
             * int
             * @description Amount in kopecks. Of a successful transfer, what was really paid.
             */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency: RUB. */
            currency: string;
            /** @description Short description of the order. */
            description?: string;
            /** @description When the request was accepted. */
            created_at: string | null;
            /** @description When the transfer changed last. */
            updated_at: string | null;
            /** @description When it was paid, by the bank's date. */
            paid_at: string | null;
            /**
             * @description Method: sbp with a QR code, sbp_data with the details of a bank account.
             * @enum {string}
             */
            method_type: "sbp" | "sbp_data";
            /** @description Address of the customer's receipt. */
            receipt_url: string;
            /** @description Result in words. */
            message: string | null;
            /**
             * @description Processing code: S success, P under way, F refused.
             * @enum {string}
             */
            code: "S.0000" | "P.9999" | "F.0205" | "F.0207" | "F.0208" | "F.2011" | "F.7001";
            /** @description What to tell the customer, in the transfer's language. */
            friendly_message: string;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id: string | null;
            /** @description Whether the transfer is a test, which never reaches a real bank. Default: false. */
            test: boolean;
            /** @description Language of the customer's pages and mails. Default: en. */
            language: string;
            /** @description When an operator corrected the transfer. */
            manually_corrected_at: string | null;
            /** @description ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired. */
            expired_at?: string | null;
            /** @description UID of the payment that a refund or a proof is about. */
            parent_uid?: string;
            /** @description The merchant's reason for the refund. */
            reason?: string;
            /** @description Outcome of a payment. */
            payment?: {
                /**
                 * @description Status at the provider.
                 * @enum {string}
                 */
                status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                /** @description Id of the provider that was asked. */
                gateway_id: number | null;
                /** @description Reference of the provider. */
                ref_id: string | null;
                /** @description Message of the provider, or ours where it gave none. */
                message: string | null;
            };
            /** @description Outcome of a refund. */
            refund?: {
                /**
                 * @description Status at the provider.
                 * @enum {string}
                 */
                status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                /** @description Id of the provider that was asked. */
                gateway_id: number | null;
                /** @description Reference of the provider. */
                ref_id: string | null;
                /** @description Message of the provider, or ours where it gave none. */
                message: string | null;
            };
            /** @description Outcome of a payout. */
            payout?: {
                /**
                 * @description Status at the provider.
                 * @enum {string}
                 */
                status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                /** @description Id of the provider that was asked. */
                gateway_id: number | null;
                /** @description Reference of the provider. */
                ref_id: string | null;
                /** @description Message of the provider, or ours where it gave none. */
                message: string | null;
                /** @description Id of the recipient's bank. */
                bank_code: string | null;
            };
            /** @description The last proof of the payment. */
            proof?: components["schemas"]["TransferProof"];
            /** @description The method. */
            sbp?: {
                /**
                 * @description Method: sbp with a QR code, sbp_data with the details of a bank account.
                 * @enum {string}
                 */
                type: "sbp";
            };
            /** @description What the customer pays by. */
            sbp_data?: {
                /**
                 * @description Method: sbp with a QR code, sbp_data with the details of a bank account.
                 * @enum {string}
                 */
                type: "sbp_data";
                /** @description Code that the customer enters in the comment of the transfer. */
                mark: string | null;
                /** @description Phone number that receives the transfer. */
                target_card: string | null;
                /** @description Bank that receives the transfer. */
                bank_type: string | null;
                /** @description Until when the customer may pay. */
                expired_at: string | null;
            };
            /** @description Where the customer pays. */
            form?: {
                /** @description Page with the QR code. Redirect the customer there. */
                action: string;
                /**
                 * @description How.
                 * @enum {string}
                 */
                method: "GET";
                /** @description Always empty. */
                fields: unknown[];
            };
            /** @description The customer. Which members are required depends on the acquirer. */
            customer?: components["schemas"]["Customer"];
            /** @description The customer's billing address. Which members are required depends on the acquirer. */
            billing_address?: components["schemas"]["BillingAddress"];
            /** @description How the customer's page may be shown. */
            gateway?: {
                /** @description Whether the page may be shown in a frame. */
                iframe: boolean;
            };
            /** @description What the interface adds to a transfer. */
            additional_data?: {
                /** @description The kind of the payment method. */
                payment_method: {
                    /**
                     * @description Always alternative.
                     * @enum {string}
                     */
                    type: "alternative";
                };
                /** @description The checkout of which the transaction is an attempt. */
                vendor?: {
                    /**
                     * @description Always checkout.
                     * @enum {string}
                     */
                    name: "checkout";
                    /** @description Token of the checkout. */
                    token: string;
                };
                /** @description What the shop has sent as additional_data.meta of the order. */
                meta?: {
                    [key: string]: unknown;
                };
                /** @description The shop system, as sent with the order. */
                platform_data?: string;
                /** @description The plugin, as sent with the order. */
                integration_data?: string;
            };
            /** @description URL that receives the webhook. Its body is the transaction, as in an answer. */
            notification_url?: string;
            /** @description URL that receives a verification request before the bank is called; its answer can refuse the transaction. */
            verification_url?: string;
            /** @description URL to which the customer is redirected after paying. Required for sbp_data. */
            return_url?: string;
        };
        TransferProof: {
            /** @description UID of the proof. */
            ref_id: string;
            /** @description Id of the provider that was asked. */
            gateway_id: number | null;
            /**
             * @description Whether the proof is decided, and how.
             * @enum {string}
             */
            status: "pending" | "failed" | "successful";
            /** @description What the operator said of it. */
            message: string | null;
        };
        TransactionListDocument: {
            /** @description The newest ten, newest first. */
            transactions: (components["schemas"]["Transaction"] | components["schemas"]["Transfer"])[];
        };
        ExplanationDocument: {
            /** @description The explanation. */
            explanation: {
                /** @description UID of the transaction. */
                uid: string;
                /** @description What the rules looked at. */
                facts: {
                    /** @description Id of the shop. */
                    shop: string;
                    /** @description Type of the transaction. */
                    type: string;
                    /** @description Amount in minor units. */
                    amount: components["schemas"]["Int"];
                    /** @description ISO 4217 alpha-3 code of the currency. */
                    currency: string;
                    /** @description Brand of the card. */
                    brand: string | null;
                    /** @description First six or eight digits of the card number. Null: not known. */
                    bin: string | null;
                    /** @description Country of the card's issuer. */
                    issuer_country: string | null;
                    /** @description Country of the billing address. */
                    customer_country: string | null;
                    /** @description Country of the customer's IP address. */
                    ip_country: string | null;
                    /** @description Contracts that are asked for or used. */
                    contracts: string[];
                    /** @description Whether it is a test. */
                    test: boolean;
                };
                /** @description The rules that fired, in their order. */
                rules: {
                    /** @description Name of the rule. */
                    name: string;
                    /**
                     * @description What the rule does.
                     * @enum {string}
                     */
                    action: "decline" | "skip_3_d_secure" | "force_3_d_secure" | "acquirers";
                    /** @description The acquirers that it names, in order. */
                    gateway_ids?: components["schemas"]["Int"][];
                }[];
                /**
                 * @description Whether the customer was to be authenticated.
                 * @enum {string}
                 */
                three_d_secure: "not_asked" | "optional" | "mandatory";
                /** @description The acquirers that were considered, in order. */
                acquirers: {
                    /** @description Id of the acquirer. */
                    gateway_id: components["schemas"]["Int"] | null;
                    /** @description skipped where its circuit breaker was open or it lacks something, passed_on where the next one was asked, or else the transaction's status. */
                    result: string;
                    /** @description Code of the reason. */
                    code: string | null;
                    /** @description What a skipped one lacks for the charge: the type, the currency, its contract, charges that its customer does not begin, an authentication that is demanded, card numbers or tokens of that provider. Null: nothing. */
                    lacks: ("authorizations" | "checks" | "credits" | "payouts" | "currency" | "contracts" | "charges_without_customer" | "authentication" | "card_numbers" | "tokens") | null;
                    /** @description When it was known. */
                    at: string | null;
                }[];
            };
        };
        NoteRequest: {
            /** @description A text of at most 2,000 characters, without a card number. An empty one removes the note. */
            note: string;
        };
        NoteDocument: {
            /** @description The note. Null: there is none. */
            note: string | null;
        };
        MovementListDocument: {
            /** @description Movements, oldest first. */
            movements: components["schemas"]["ShopMovement"][];
        };
        ShopMovement: {
            /** @description UID of the transaction. */
            id: string;
            /**
             * @description What it moved. transfer: a customer's payment by instant bank transfer.
             * @enum {string}
             */
            kind: "authorization" | "payment" | "capture" | "void" | "refund" | "credit" | "payout" | "transfer";
            /**
             * int
             * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
             */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description Its tracking id. */
            reference: string | null;
            /** @description UID of the transaction that it follows. */
            parent?: string;
            /** @description When the request was accepted. */
            at: string | null;
        };
        NotificationListDocument: {
            /** @description Notifications, newest first. */
            notifications: components["schemas"]["Notification"][];
        };
        Notification: {
            /** @description Id of the notification, sent as webhook-id. */
            id: string;
            /** @description UID of the transaction that it tells about. */
            uid: string;
            /**
             * int
             * @description Version of the transaction, sent as Florin-Sequence.
             */
            sequence: number;
            /** @description Where it is delivered. */
            url: string;
            /**
             * @description waiting for its next attempt, delivered, superseded by a newer state, stopped by the receiver (410), or exhausted.
             * @enum {string}
             */
            status: "waiting" | "delivered" | "superseded" | "stopped" | "exhausted";
            /**
             * int
             * @description Attempts so far.
             */
            attempts: number;
            /** @description Result of the last attempt: an HTTP status, or a word such as timeout. */
            last_result: string | null;
            /** @description The last attempts, at most 20, oldest first. Of the receiver's answer nothing else is kept. */
            tries: {
                /** @description When it ended. */
                at: string | null;
                /** @description An HTTP status, or a word such as timeout. */
                result: string;
                /**
                 * int
                 * @description How long it took.
                 */
                milliseconds: number;
            }[];
            /** @description When the state it tells about was committed. */
            created_at: string | null;
            /** @description When it changed last. */
            updated_at: string | null;
        };
        ResentDocument: {
            /** @description The outcome of the command. */
            response: {
                /** @description What was done. */
                message: string;
                /** @description How many notifications are sent again. */
                sent: components["schemas"]["Int"];
            };
        };
        TransferPaymentRequest: {
            /** @description Amount in minor units of the currency: 3245 means 32.45 EUR. */
            amount: components["schemas"]["PositiveAmount"];
            /** @description ISO 4217 alpha-3 code of the currency: RUB. */
            currency: string;
            /** @description Short description of the order. */
            description: string;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id?: string | number;
            /** @description IP address of the customer, version 4 or 6. */
            ip?: string;
            /** @description Language of the customer's pages and mails. Default: en. */
            language?: string;
            /** @description Whether the transfer is a test, which never reaches a real bank. Default: false. */
            test?: boolean | ("true" | "false");
            /**
             * Format: uri
             * @description URL that receives the webhook. Its body is the transaction, as in an answer.
             */
            notification_url?: string;
            /**
             * Format: uri
             * @description URL to which the customer is redirected after paying. Required for sbp_data.
             */
            return_url?: string;
            /** @description The customer. Which members are required depends on the acquirer. */
            customer?: components["schemas"]["CustomerInput"];
            /** @description The customer's billing address. Which members are required depends on the acquirer. */
            billing_address?: components["schemas"]["BillingAddressInput"];
            /**
             * Format: date-time
             * @description ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired.
             */
            expired_at?: string;
            /**
             * Format: uri
             * @description URL that receives a verification request before the bank is called; its answer can refuse the transaction.
             */
            verification_url?: string;
            /** @description How the money is transferred. */
            method: {
                /**
                 * @description Method: sbp with a QR code, sbp_data with the details of a bank account.
                 * @enum {string}
                 */
                type: "sbp" | "sbp_data";
                /** @description Channel of sbp_data: SBP. */
                channel?: string;
            };
        };
        TransferPayoutRequest: {
            /** @description Amount in minor units of the currency: 3245 means 32.45 EUR. */
            amount: components["schemas"]["PositiveAmount"];
            /** @description ISO 4217 alpha-3 code of the currency: RUB. */
            currency: string;
            /** @description Short description of the order. */
            description: string;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id?: string | number;
            /** @description IP address of the customer, version 4 or 6. */
            ip?: string;
            /** @description Language of the customer's pages and mails. Default: en. */
            language?: string;
            /** @description Whether the transfer is a test, which never reaches a real bank. Default: false. */
            test?: boolean | ("true" | "false");
            /**
             * Format: uri
             * @description URL that receives the webhook. Its body is the transaction, as in an answer.
             */
            notification_url?: string;
            /**
             * Format: uri
             * @description URL to which the customer is redirected after paying. Required for sbp_data.
             */
            return_url?: string;
            /** @description The customer. Which members are required depends on the acquirer. */
            customer?: components["schemas"]["CustomerInput"];
            /** @description The customer's billing address. Which members are required depends on the acquirer. */
            billing_address?: components["schemas"]["BillingAddressInput"];
            /** @description How the money is transferred. */
            method: {
                /**
                 * @description Method: sbp with a QR code, sbp_data with the details of a bank account.
                 * @enum {string}
                 */
                type: "sbp";
                /** @description Phone number of the recipient in international format, with or without +; parentheses, hyphens and spaces are removed. */
                account_number: string | number;
                /** @description Id of the recipient's bank. */
                bank_code: string | number;
            };
        };
        TransferRefundRequest: {
            /** @description UID of the parent transaction. */
            parent_uid: string;
            /** @description The merchant's reason for the refund. */
            reason: string;
            /** @description Amount to refund in minor units. Default: what is left of the payment. */
            amount?: components["schemas"]["PositiveAmount"];
            /** @description Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent. */
            duplicate_check?: boolean | ("true" | "false");
            /** @description The merchant's own id of the transaction. Default: none. */
            tracking_id?: string | number;
            /**
             * Format: uri
             * @description URL that receives the webhook of this transaction. Default: that of the shop, whatever that of the parent is.
             */
            notification_url?: string;
        };
        ProofRequest: {
            /** @description Whether a request for the same transaction within the previous 30 seconds is accepted too. Default: false. */
            skip_duplicate_check?: boolean | ("true" | "false");
            /** @description Amount of the proof in minor units, without coins: a multiple of 100. */
            amount: components["schemas"]["PositiveAmount"];
            /** @description ISO 4217 alpha-3 code of the currency: RUB. */
            currency: string;
            /** @description Document that proves the payment, each piece of evidence on a page of its own. */
            document: {
                /** @description Kind of the file: application/pdf. */
                content_type: string;
                /** @description Name of the file, with its extension. */
                file_name: string;
                /** @description Size of the file in bytes, at most 5 MiB. */
                file_size: components["schemas"]["Int"];
                /** @description SHA-256 of the proof's amount in decimal digits, or of the file; lower-case hex. */
                checksum: string;
                /** @description The file in base64. */
                content: string;
            };
        };
        ConfirmRequest: {
            /** @description Whether a request for the same transaction within the previous 30 seconds is accepted too. Default: false. */
            skip_duplicate_check?: boolean | ("true" | "false");
        };
        ConfirmationDocument: {
            /** @description The outcome. */
            response: {
                /** @description UID of the payment. */
                parent_uid: string;
                /**
                 * @description What it is.
                 * @enum {string}
                 */
                type: "confirm";
                /**
                 * @description Whether the payment is paid by now.
                 * @enum {string}
                 */
                status: "successful" | "failed";
                /** @description Result in words. */
                message: string;
                /** @description When the confirmation was asked for, with offset. */
                created_at: string;
                /**
                 * int
                 * @description Amount of the payment in kopecks.
                 */
                amount: number;
                /** @description ISO 4217 alpha-3 code of the currency: RUB. */
                currency: string;
            };
        };
        PlanRequest: {
            /** @description Whether it is a test plan: its charges never reach a real acquirer. Default: false. */
            test?: boolean | ("true" | "false");
            /** @description The shop's own key of the plan: a plan of this key and these terms that is there already is answered instead of a second one. */
            lookup_key?: string;
            /** @description Title of the subscription, as the customer sees it. */
            title: string;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description What is charged, and how often. */
            plan: {
                /** @description Amount of each charge in minor units of the currency. */
                amount: components["schemas"]["PositiveAmount"];
                /** @description How many units lie between two charges. */
                interval: components["schemas"]["IntervalLength"];
                /** @description Unit of the interval: hour, day or month. */
                interval_unit: components["schemas"]["IntervalUnit"];
                /** @description The same as visible_fields beside plan, where that is absent. */
                visible_fields?: ("email" | "first_name" | "last_name" | "phone" | "birth_date" | "address" | "city" | "state" | "zip" | "country")[];
            };
            /** @description A period before the first full charge. */
            trial?: {
                /** @description Amount charged for the trial, in minor units; 0 for a free one. Only together with interval. */
                amount?: number;
                /** @description How many units the trial lasts. Only together with amount. */
                interval?: components["schemas"]["IntervalLength"];
                /** @description Unit of the trial's interval: hour, day or month. Default: hour. */
                interval_unit?: components["schemas"]["IntervalUnit"];
                /** @description Whether the payment of the trial counts as the first one, so that a charge that fails after it is retried. Default: false. */
                as_first_payment?: boolean | ("true" | "false");
            };
            /** @description Language of the payment page. Default: en. */
            language?: string;
            /** @description Whether the number of billing cycles is unlimited. Default: true. */
            infinite?: boolean | ("true" | "false");
            /** @description Number of billing cycles; ignored when infinite is true. */
            billing_cycles?: number;
            /** @description Failed attempts that are allowed before the subscription is cancelled. Default: 3. */
            number_payment_attempts?: number;
            /** @description Whether payments are processed only between 8:00 and 20:00 in the system time zone. Default: false. */
            prevent_payments_at_night?: boolean | ("true" | "false");
            /** @description What the payment page asks the customer for besides the card. */
            visible_fields?: ("email" | "first_name" | "last_name" | "phone" | "birth_date" | "address" | "city" | "state" | "zip" | "country")[];
            /** @description What the plan gives to its subscribers, by names of the shop's own: true, or how much as a whole number. At most 50. */
            features?: {
                [key: string]: true | number;
            };
        };
        IntervalLength: number;
        /** @enum {string} */
        IntervalUnit: "hour" | "day" | "month";
        PlanDocument: {
            /** @description Id of the plan. */
            id: string;
            /** @description Title of the subscription, as the customer sees it. */
            title: string;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description Language of the payment page. Default: en. */
            language: string;
            /** @description Whether the number of billing cycles is unlimited. Default: true. */
            infinite: boolean;
            /** @description Number of billing cycles; ignored when infinite is true. */
            billing_cycles: number | null;
            /**
             * int
             * @description Failed attempts that are allowed before the subscription is cancelled. Default: 3.
             */
            number_payment_attempts: number;
            /** @description Whether payments are processed only between 8:00 and 20:00 in the system time zone. Default: false. */
            prevent_payments_at_night: boolean;
            /** @description Whether it is a test plan: its charges never reach a real acquirer. Default: false. */
            test: boolean;
            /** @description When the plan was created. */
            created_at: string | null;
            /** @description The same: plans never change. */
            updated_at: string | null;
            /** @description Page on which a customer pays for the plan. */
            pay_url: string;
            /** @description The shop's own key of the plan; null where it has none. */
            lookup_key: string | null;
            /** @description What the payment page asks the customer for besides the card. */
            visible_fields?: ("email" | "first_name" | "last_name" | "phone" | "birth_date" | "address" | "city" | "state" | "zip" | "country")[];
            /** @description What the plan gives to its subscribers, by names of the shop's own: true, or how much as a whole number. At most 50. */
            features?: {
                [key: string]: true | number;
            };
            /** @description What is charged, and how often. */
            plan: {
                /**
                 * int
                 * @description Amount of each charge in minor units of the currency.
                 */
                amount: number;
                /**
                 * int
                 * @description How many units lie between two charges.
                 */
                interval: number;
                /** @description Unit of the interval: hour, day or month. */
                interval_unit: components["schemas"]["IntervalUnit"];
            };
            /** @description The trial; its members are null where there is none. */
            trial: {
                /** @description Amount charged for the trial, in minor units; 0 for a free one. Only together with interval. */
                amount: number | null;
                /** @description How many units the trial lasts. Only together with amount. */
                interval: number | null;
                /** @description Unit of the trial's interval: hour, day or month. Default: hour. */
                interval_unit: components["schemas"]["IntervalUnit"];
                /** @description Whether the payment of the trial counts as the first one, so that a charge that fails after it is retried. Default: false. */
                as_first_payment: boolean;
            };
        };
        PreviewDocument: {
            /** @description The charges that lie ahead, if each succeeds; at most 1000. */
            charges: {
                /** @description When it is charged. */
                at: string | null;
                /** @description The same in the system time zone. */
                local_time: string;
                /**
                 * int
                 * @description Amount of each charge in minor units of the currency.
                 */
                amount: number;
                /** @description ISO 4217 alpha-3 code of the currency. */
                currency: string;
                /**
                 * @description What the charge is for.
                 * @enum {string}
                 */
                reason: "first" | "trial" | "after_trial" | "cycle" | "retry" | "plan_change" | "end";
                /** @description Billing cycle that it pays, from 1. Null for a trial, and for what is owed at the end. */
                cycle: number | null;
                /** @description What the charge consists of. */
                lines?: components["schemas"]["LineDocument"][];
                /** @description What follows a decline. */
                if_declined: {
                    /**
                     * @description State that would follow.
                     * @enum {string}
                     */
                    state: "redirecting" | "trial" | "active" | "failed_attempt" | "error" | "failed" | "canceled" | "expired";
                    /** @description When the charge would be retried. */
                    renew_at: string | null;
                };
                /** @description What follows a technical error. */
                if_error: {
                    /**
                     * @description State that would follow.
                     * @enum {string}
                     */
                    state: "redirecting" | "trial" | "active" | "failed_attempt" | "error" | "failed" | "canceled" | "expired";
                    /** @description When the charge would be retried. */
                    renew_at: string | null;
                };
            }[];
        };
        CustomerRequest: {
            /**
             * Format: email
             * @description Email address of the customer.
             */
            email: string;
            /** @description IP address of the customer, version 4 or 6. */
            ip: string;
            /** @description Id of the customer's device. */
            device_id?: string;
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD.
             */
            birth_date?: string;
            /** @description The customer's id in the merchant's system. */
            external_id?: string | number;
            /** @description The customer's taxpayer id. */
            taxpayer_id?: string;
            /** @description First name. */
            first_name?: string;
            /** @description Last name. */
            last_name?: string;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country?: string;
            /** @description City. */
            city?: string;
            /** @description Two-letter code of the state. Allowed only when the country is US or CA. */
            state?: string;
            /** @description Postal code. In the US: NNNNN or NNNNN-NNNN. */
            zip?: string | number;
            /** @description Street and house. */
            address?: string;
            /** @description Phone number. */
            phone?: string | number;
        };
        CustomerDocument: {
            /** @description Id of the customer. */
            id: string;
            /** @description Email address of the customer. */
            email: string | null;
            /** @description IP address of the customer, version 4 or 6. */
            ip: string | null;
            /** @description First name. */
            first_name: string | null;
            /** @description Last name. */
            last_name: string | null;
            /** @description Street and house. */
            address: string | null;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country: string | null;
            /** @description City. */
            city: string | null;
            /** @description Postal code. In the US: NNNNN or NNNNN-NNNN. */
            zip: string | null;
            /** @description Two-letter code of the state. Allowed only when the country is US or CA. */
            state: string | null;
            /** @description Phone number. */
            phone: string | null;
            /** @description Date of birth, YYYY-MM-DD. */
            birth_date: string | null;
            /** @description Id of the customer's device. */
            device_id?: string;
            /** @description The customer's id in the merchant's system. */
            external_id?: string;
            /** @description The customer's taxpayer id. */
            taxpayer_id?: string;
            /** @description When the customer was created. */
            created_at: string | null;
        };
        EntitlementsDocument: {
            /** @description Who may use it. */
            customer: {
                /** @description Id of the customer who may use it. */
                id: string;
            };
            /** @description What all subscriptions of the customer give together: true without a limit, or the sum of their numbers. */
            features: {
                [key: string]: true | number;
            };
            /** @description What each subscription gives that gives something. */
            subscriptions: {
                /** @description Id of the subscription. */
                id: string;
                /** @description What the plan of the subscription gives. */
                features: {
                    [key: string]: true | number;
                };
                /** @description When it ends if nothing else happens. Null: it does not end by itself. */
                until: string | null;
            }[];
        };
        PortalRequest: {
            /**
             * Format: uri
             * @description URL to which the customer goes back, at most 1000 characters.
             */
            return_url: string;
            /** @description What the customer may do. Default: all but to choose another plan. */
            features?: components["schemas"]["PortalFeatures"];
            /** @description Language of the portal. Default: that of the customer's browser. */
            language?: string;
        };
        PortalFeatures: {
            /** @description Whether a subscription can be ended with its period, and that be taken back. Default: true. */
            cancel?: boolean | ("true" | "false");
            /** @description Whether a subscription can get another card. Default: true. */
            card?: boolean | ("true" | "false");
            /** @description Ids of the plans that the customer may change to, at most 20. Default: none. */
            plans?: string[];
            /** @description Whether payments and receipts are shown. Default: true. */
            invoices?: boolean | ("true" | "false");
        };
        PortalDocument: {
            /** @description Address of the portal, for this customer's browser alone. */
            url: string;
            /** @description When it stops opening: 30 minutes after it was made. */
            expires_at: string | null;
        };
        AccountDocument: {
            /** @description Balances, which pay for the next charges. */
            balances: {
                /** @description ISO 4217 alpha-3 code of the currency. */
                currency: string;
                /**
                 * int
                 * @description What is left to pay with, in minor units.
                 */
                amount: number;
            }[];
            /** @description The customer's own coupon. Null: none. */
            coupon: components["schemas"]["AppliedCouponDocument"] | null;
        };
        AppliedCouponDocument: {
            /** @description What customers enter. */
            code: string;
            /**
             * int
             * @description Part of the charge that it takes off, in hundredths of a percent: 2500 for 25 %.
             */
            percent_off?: number;
            /**
             * int
             * @description Amount that it takes off each charge, in minor units.
             */
            amount_off?: number;
            /** @description ISO 4217 alpha-3 code of the currency of amount_off. */
            currency?: string;
            /** @description How many charges it still takes something off. Null: all of them. */
            cycles_left: number | null;
        };
        CouponUseRequest: {
            /** @description Code of the coupon. Absent or null: none from now on. */
            coupon?: string;
        };
        CouponRequest: {
            /** @description What customers enter. */
            code: string;
            /** @description Part of the charge that it takes off, in hundredths of a percent: 2500 for 25 %. */
            percent_off?: number;
            /** @description Amount that it takes off each charge, in minor units. */
            amount_off?: components["schemas"]["PositiveAmount"];
            /** @description ISO 4217 alpha-3 code of the currency of amount_off. */
            currency?: string;
            /** @description For which charges it holds: once, cycles:n or forever. Default: once. */
            duration?: string;
            /** @description How many customers may use it. Default: any number. */
            max_redemptions?: number;
            /**
             * Format: date-time
             * @description Until when it may be used first. Default: for ever.
             */
            redeem_by?: string;
            /** @description Ids of the plans that it holds for. Default: all. */
            plans?: string[];
            /** @description Whether it is only for customers who have never paid the shop for a subscription. Default: false. */
            first_time_only?: boolean | ("true" | "false");
        };
        CouponDocument: {
            /** @description The code. */
            id: string;
            /** @description What customers enter. */
            code: string;
            /**
             * int
             * @description Part of the charge that it takes off, in hundredths of a percent: 2500 for 25 %.
             */
            percent_off?: number;
            /**
             * int
             * @description Amount that it takes off each charge, in minor units.
             */
            amount_off?: number;
            /** @description ISO 4217 alpha-3 code of the currency of amount_off. */
            currency?: string;
            /** @description For which charges it holds: once, cycles:n or forever. Default: once. */
            duration: string;
            /** @description How many customers may use it. Default: any number. */
            max_redemptions: number | null;
            /**
             * int
             * @description How often it was used first.
             */
            redemptions: number;
            /** @description Until when it may be used first. Default: for ever. */
            redeem_by: string | null;
            /** @description Ids of the plans that it holds for. Default: all. */
            plans: string[] | null;
            /** @description Whether it is only for customers who have never paid the shop for a subscription. Default: false. */
            first_time_only: boolean;
            /** @description When it was created. */
            created_at: string | null;
        };
        SubscriptionRequest: {
            /** @description The plan: the id of a stored one, or a whole new one. */
            plan: components["schemas"]["PlanById"] | components["schemas"]["PlanRequest"];
            /** @description The customer: the id of a stored one, or the details of a new one. */
            customer?: components["schemas"]["CustomerById"] | components["schemas"]["CustomerDetails"];
            /** @description Card data or a token. Absent: the customer enters the card on the payment page. */
            card?: components["schemas"]["CardDataChoice"] | components["schemas"]["CardTokenChoice"] | components["schemas"]["CardProviderTokenChoice"];
            /** @description The merchant's own id of the subscription. */
            tracking_id?: string | number;
            /**
             * Format: uri
             * @description URL to which the customer is redirected after paying.
             */
            return_url?: string;
            /**
             * Format: uri
             * @description URL that receives the webhooks of the subscription and of its charges.
             */
            notification_url?: string;
            /** @description Settings of the payment page. */
            settings?: {
                /** @description Language of the page and of mails. Default: that of the plan. */
                language?: string;
                /** @description Fields of the customer on the payment page. */
                customer_fields?: {
                    /** @description What the payment page asks the customer for besides the card. Default: visible_fields of the plan. */
                    visible?: ("email" | "first_name" | "last_name" | "phone" | "birth_date" | "address" | "city" | "state" | "zip" | "country")[];
                };
            };
            /** @description What the customer pays for in each interval of the plan, in its currency. Default: the amount of the plan, as one item. */
            items?: components["schemas"]["ItemRequest"][];
            /** @description How many times the amount of the plan, such as seats. Not together with items. */
            quantity?: number;
            /** @description Code of a coupon. */
            coupon?: string;
            /** @description Members that answers and webhooks repeat as they were sent. */
            additional_data?: {
                [key: string]: unknown;
            };
        };
        PlanById: {
            /** @description Id of the plan. */
            id: string;
        };
        CustomerById: {
            /** @description Id of the customer. */
            id: string;
        };
        CustomerDetails: {
            /** @description IP address of the customer, version 4 or 6. */
            ip?: string;
            /**
             * Format: email
             * @description Email address of the customer.
             */
            email?: string;
            /** @description Id of the customer's device. */
            device_id?: string;
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD.
             */
            birth_date?: string;
            /** @description The customer's id in the merchant's system. */
            external_id?: string | number;
            /** @description The customer's taxpayer id. */
            taxpayer_id?: string;
            /** @description First name. */
            first_name?: string;
            /** @description Last name. */
            last_name?: string;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country?: string;
            /** @description City. */
            city?: string;
            /** @description Two-letter code of the state. Allowed only when the country is US or CA. */
            state?: string;
            /** @description Postal code. In the US: NNNNN or NNNNN-NNNN. */
            zip?: string | number;
            /** @description Street and house. */
            address?: string;
            /** @description Phone number. */
            phone?: string | number;
        };
        ItemRequest: {
            /** @description The shop's own id of the item within its subscription. */
            id: string;
            /** @description What the customer pays for, as the customer sees it. */
            title: string;
            /** @description What a quantity of it costs in each interval. */
            price: {
                /**
                 * @description Kind of the price: flat, per_unit, graduated or volume.
                 * @enum {string}
                 */
                kind: "flat" | "per_unit" | "graduated" | "volume";
                /** @description Amount of a flat price per interval, in minor units. */
                amount?: number;
                /** @description Amount of each unit, in minor units. Default in a tier: 0. */
                unit_amount?: number;
                /** @description Tiers of a graduated or volume price, in ascending order. */
                tiers?: {
                    /** @description Last unit of the tier. Absent in the last one, and only there. */
                    up_to?: number;
                    /** @description Amount of each unit, in minor units. Default in a tier: 0. */
                    unit_amount?: number;
                    /** @description Amount charged once if the tier is reached, in minor units. Default: 0. */
                    flat_amount?: number;
                }[];
                /** @description The quantity is what was used in a cycle, charged when it has ended. Absent: the quantity of the item. */
                metered?: {
                    /**
                     * @description What of the usage of a cycle is charged: sum, max or last. Default: sum.
                     * @enum {string}
                     */
                    aggregation?: "sum" | "max" | "last";
                };
            };
            /** @description How many of it; 0 removes it at the next renewal. Default: 1. */
            quantity?: number;
        };
        SubscriptionDocument: {
            /** @description Id of the subscription. */
            id: string;
            /**
             * @description Where the subscription stands. redirecting: it waits for the customer.
             * @enum {string}
             */
            state: "redirecting" | "trial" | "active" | "failed_attempt" | "error" | "failed" | "canceled" | "expired";
            /** @description The merchant's own id of the subscription. */
            tracking_id: string | null;
            /** @description When it was created. */
            created_at: string | null;
            /** @description When it changed last. */
            updated_at: string | null;
            /** @description When it is charged next. Null while nothing is due, or while a charge is in doubt. */
            renew_at: string | null;
            /** @description End of the period that is paid, or of the trial. */
            active_to: string | null;
            /** @description Since when nothing is charged. Null: it is not paused. */
            paused_at: string | null;
            /**
             * int
             * @description Billing cycles that are paid. A trial does not count.
             */
            paid_billing_cycles: number;
            /**
             * int
             * @description Attempts of the present cycle that failed.
             */
            number_failed_payment_attempts: number;
            /** @description Why the subscription is cancelled. Required unless at_period_end is true. */
            cancel_reason: string | null;
            /** @description When it was cancelled. */
            cancelled_at: string | null;
            /** @description true: it ends with the period that is paid. Absent: it goes on. */
            cancel_at_period_end?: boolean;
            /** @description When it ends then. Null while the charge is under way that pays the period. */
            cancel_at?: string | null;
            /** @description The card that is charged. */
            card: components["schemas"]["CreditCard"] | null;
            /** @description The customer, if one was named. */
            customer: {
                /** @description Id of the customer. */
                id: string;
            } | null;
            /** @description The plan that the customer agreed to. */
            plan: components["schemas"]["PlanDocument"];
            /** @description The plan from the next cycle on, if it was changed. */
            next_plan: components["schemas"]["PlanDocument"] | null;
            /** @description The last charge. */
            last_transaction: {
                /** @description UID of the transaction. */
                uid: string;
                /**
                 * @description Where it stands.
                 * @enum {string}
                 */
                status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                /** @description Result in words. Null while there is none. */
                message: string | null;
                /** @description When it was accepted. */
                created_at: string | null;
            } | null;
            /** @description What the change comes to, in the answer of the request for it; with preview, what it would come to. */
            change?: {
                /**
                 * @description When it changes: now or renewal. Default: now if it costs more over an equal time, else renewal.
                 * @enum {string}
                 */
                when: "now" | "renewal";
                /**
                 * @description What a change at once moves: charge charges the difference, credit leaves it to the next charge, none moves nothing. Default: charge.
                 * @enum {string}
                 */
                proration: "charge" | "credit" | "none";
                /**
                 * int
                 * @description What is charged at once, in minor units.
                 */
                amount: number;
                /**
                 * int
                 * @description What the customer's balance gains, in minor units.
                 */
                balance_gained: number;
                /** @description What the charge consists of, or what the balance gains. */
                lines: components["schemas"]["LineDocument"][];
            };
            /** @description The check of another card, in the answer that begins it. */
            card_check?: {
                /** @description UID of the transaction. */
                uid: string;
                /**
                 * @description Where it stands.
                 * @enum {string}
                 */
                status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                /** @description Result in words. Null while there is none. */
                message: string | null;
                /** @description When it was accepted. */
                created_at: string | null;
            };
            /** @description What the customer pays for in each interval of the plan, in its currency. Default: the amount of the plan, as one item. */
            items?: components["schemas"]["ItemDocument"][];
            /** @description The items from the next renewal on, if they were changed. */
            next_items?: components["schemas"]["ItemDocument"][];
            /** @description The coupon whose discount the next charge has. Absent: none. */
            coupon?: components["schemas"]["AppliedCouponDocument"];
            /** @description Lines of the next charge. */
            waiting_lines?: components["schemas"]["LineDocument"][];
            /** @description Members that answers and webhooks repeat as they were sent. */
            additional_data: {
                [key: string]: unknown;
            };
            /** @description URL to which the customer is redirected after paying. */
            return_url?: string;
            /** @description URL that receives the webhooks of the subscription and of its charges. */
            notification_url?: string;
            /** @description Page for the customer, while the state is redirecting or another card waits for 3-D Secure. */
            redirect_url?: string;
            /** @description Token of the card. While the subscription waits for its card: what identifies the page, the last part of redirect_url. */
            token?: string;
        };
        ItemDocument: {
            /** @description The shop's own id of the item within its subscription. */
            id: string;
            /** @description What the customer pays for, as the customer sees it. */
            title: string;
            /**
             * int
             * @description How many of it; 0 removes it at the next renewal. Default: 1.
             */
            quantity: number;
            /** @description What a quantity of it costs in each interval. */
            price: {
                /**
                 * @description Kind of the price: flat, per_unit, graduated or volume.
                 * @enum {string}
                 */
                kind: "flat" | "per_unit" | "graduated" | "volume";
                /**
                 * int
                 * @description Amount of a flat price per interval, in minor units.
                 */
                amount?: number;
                /**
                 * int
                 * @description Amount of each unit, in minor units. Default in a tier: 0.
                 */
                unit_amount?: number;
                /** @description Tiers of a graduated or volume price, in ascending order. */
                tiers?: {
                    /**
                     * int
                     * @description Last unit of the tier. Absent in the last one, and only there.
                     */
                    up_to?: number;
                    /**
                     * int
                     * @description Amount of each unit, in minor units. Default in a tier: 0.
                     */
                    unit_amount: number;
                    /**
                     * int
                     * @description Amount charged once if the tier is reached, in minor units. Default: 0.
                     */
                    flat_amount: number;
                }[];
                /** @description The quantity is what was used in a cycle, charged when it has ended. Absent: the quantity of the item. */
                metered?: {
                    /**
                     * @description What of the usage of a cycle is charged: sum, max or last. Default: sum.
                     * @enum {string}
                     */
                    aggregation: "sum" | "max" | "last";
                };
            };
        };
        CancelRequest: {
            /** @description Why the subscription is cancelled. Required unless at_period_end is true. */
            cancel_reason?: string;
            /** @description Whether it ends with the period that is paid, and can be taken back until then. Default: false, and it ends now. */
            at_period_end?: boolean | ("true" | "false");
        };
        ChangeRequest: {
            /** @description All items that it consists of from then on; one that is left out ends. */
            items?: components["schemas"]["ItemRequest"][];
            /** @description Another plan. Default: the present one. */
            plan?: components["schemas"]["PlanById"];
            /** @description Another quantity of its one item, or how many times the amount of the plan. Not together with items. */
            quantity?: number;
            /**
             * @description When it changes: now or renewal. Default: now if it costs more over an equal time, else renewal.
             * @enum {string}
             */
            when?: "now" | "renewal";
            /**
             * @description What a change at once moves: charge charges the difference, credit leaves it to the next charge, none moves nothing. Default: charge.
             * @enum {string}
             */
            proration?: "charge" | "credit" | "none";
            /**
             * @description What follows if the charge is declined: keep_old changes nothing, apply changes and leaves the difference to the next charge. Default: keep_old.
             * @enum {string}
             */
            on_decline?: "keep_old" | "apply";
            /** @description Whether to say what would happen, and change nothing. Default: false. */
            preview?: boolean | ("true" | "false");
        };
        LineRequest: {
            /** @description What it is for, as the customer sees it. */
            description: string;
            /** @description Amount in minor units: above 0 to charge, below 0 to take off. */
            amount: number;
            /**
             * @description When it is charged: next, with the next charge, or now. Default: next.
             * @enum {string}
             */
            when?: "next" | "now";
        };
        CardChangeRequest: {
            /** @description The new card: its data or a token. */
            card: components["schemas"]["CardDataChoice"] | components["schemas"]["CardTokenChoice"] | components["schemas"]["CardProviderTokenChoice"];
            /**
             * Format: uri
             * @description URL to which the customer is redirected after paying.
             */
            return_url?: string;
        };
        PlanChangeRequest: {
            /** @description The new plan. */
            plan: components["schemas"]["PlanById"];
        };
        NewPreviewRequest: {
            /** @description The plan: the id of a stored one, or a whole new one. */
            plan: components["schemas"]["PlanById"] | components["schemas"]["PlanRequest"];
            /** @description Whose balance and coupon it goes by. Default: a new customer's. */
            customer?: components["schemas"]["CustomerById"] | components["schemas"]["CustomerDetails"];
            /** @description What the customer pays for in each interval of the plan, in its currency. Default: the amount of the plan, as one item. */
            items?: components["schemas"]["ItemRequest"][];
            /** @description How many times the amount of the plan, such as seats. Not together with items. */
            quantity?: number;
            /** @description Code of a coupon. */
            coupon?: string;
            /**
             * Format: date-time
             * @description When the customer subscribes. Default: now.
             */
            start?: string;
            /**
             * Format: date-time
             * @description How far to look. Default: a year.
             */
            until?: string;
        };
        UsageRequest: {
            /** @description Id of the metered item. */
            item?: string;
            /** @description How much was used; below 0 to correct an earlier event. */
            quantity?: number;
            /**
             * Format: date-time
             * @description When it was used, not in the future. Default: now.
             */
            at?: string;
            /** @description The shop's own name of the event: one that is sent again counts once. */
            key?: string;
            /** @description What was used, at most 1000 events. All are counted, or none. */
            events?: components["schemas"]["UsageEventRequest"][];
        };
        UsageEventRequest: {
            /** @description Id of the metered item. */
            item: string;
            /** @description How much was used; below 0 to correct an earlier event. */
            quantity: number;
            /**
             * Format: date-time
             * @description When it was used, not in the future. Default: now.
             */
            at?: string;
            /** @description The shop's own name of the event: one that is sent again counts once. */
            key: string;
        };
        UsageDocument: {
            /** @description The metered items. */
            items: components["schemas"]["ItemUsageDocument"][];
        };
        ItemUsageDocument: {
            /** @description Id of the metered item. */
            item: string;
            /**
             * int
             * @description What is charged of it so far: the sum, the largest or the last quantity.
             */
            quantity: number;
            /**
             * int
             * @description What it would cost now, in minor units.
             */
            amount: number;
        };
        ProofsDocument: {
            /** @description Oldest first. */
            proofs: {
                /** @description UID of the proof. */
                uid: string;
                /** @description Id of the shop. */
                shop: string;
                /** @description UID of the payment that it is to prove. */
                payment_uid: string;
                /**
                 * int
                 * @description Amount in kopecks that the merchant claims.
                 */
                amount: number;
                /** @description ISO 4217 alpha-3 code of the currency: RUB. */
                currency: string;
                /** @description Whether the transfer is a test, which never reaches a real bank. Default: false. */
                test: boolean;
                /** @description When the proof was sent. */
                claimed_at: string | null;
                /** @description Which proof of its payment it is: 1 to 3. */
                number: number | null;
                /** @description The document, without its content. */
                document: {
                    /** @description Name of the file, with its extension. */
                    file_name: string;
                    /**
                     * int
                     * @description Size of the file in bytes.
                     */
                    file_size: number;
                };
                /** @description The payment, to compare the document with. */
                payment: {
                    /**
                     * int
                     * @description Amount of the order in kopecks.
                     */
                    amount: number;
                    /** @description Short description of the order. */
                    description: string | null;
                    /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
                    tracking_id: string | null;
                    /** @description When it was opened. */
                    created_at: string | null;
                    /** @description The last instant at which it could be paid. */
                    pay_by: string | null;
                    /** @description The bank's own id of the order. */
                    ref_id: string | null;
                    /** @description Code that the customer was to enter in the comment of the transfer. */
                    mark: string | null;
                    /** @description Phone number that was to receive the transfer. */
                    target_card: string | null;
                    /** @description Bank that was to receive the transfer. */
                    bank_type: string | null;
                    /** @description What the bank has reported and changed nothing, oldest first. */
                    evidence: components["schemas"]["BankReport"][];
                };
            }[];
        };
        BankReport: {
            /**
             * @description What the bank says.
             * @enum {string}
             */
            said: "paid" | "rejected";
            /** @description The bank's own id of it. */
            ref_id: string | null;
            /**
             * int
             * @description Amount in kopecks, as the bank says.
             */
            amount: number;
            /** @description The bank's date of a payment. */
            paid_at: string | null;
            /** @description When the report came. */
            reported_at: string | null;
        };
        ProofApproval: {
            /** @description Amount in kopecks that was really paid. Default: what the proof claims. It becomes the amount of the payment. */
            amount?: components["schemas"]["PositiveAmount"];
            /** @description What the merchant is told of the decision, in proof.message. Default: that the proof was approved or declined. */
            message?: string;
        };
        ProofRefusal: {
            /** @description What the merchant is told of the decision, in proof.message. Default: that the proof was approved or declined. */
            message?: string;
        };
        EvidenceDocument: {
            /** @description Oldest report first. */
            transfers: {
                /** @description UID of the transfer. */
                uid: string;
                /** @description Id of the shop. */
                shop: string;
                /**
                 * @description What it is.
                 * @enum {string}
                 */
                type: "payment" | "refund" | "payout" | "proof";
                /**
                 * @description What it is, whatever the bank has reported since.
                 * @enum {string}
                 */
                status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                /**
                 * int
                 * @description Amount in kopecks.
                 */
                amount: number;
                /** @description ISO 4217 alpha-3 code of the currency: RUB. */
                currency: string;
                /** @description Whether the transfer is a test, which never reaches a real bank. Default: false. */
                test: boolean;
                /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
                tracking_id: string | null;
                /** @description Id of the acquirer or provider that was asked. */
                gateway_id: number | null;
                /** @description When the request was accepted. */
                created_at: string | null;
                /** @description The last instant at which it could be paid. */
                pay_by: string | null;
                /** @description When it was paid, by the bank's date. */
                paid_at: string | null;
                /** @description What the bank has reported and changed nothing, oldest first. */
                evidence: components["schemas"]["BankReport"][];
            }[];
        };
        Correction: {
            /**
             * @description What the transfer becomes: successful or failed.
             * @enum {string}
             */
            status: "successful" | "failed";
            /** @description Amount in kopecks of a transfer that becomes successful. Default: its own. */
            amount?: components["schemas"]["PositiveAmount"];
            /** @description Why. Kept in the history of the transfer, with the id of the operator; the merchant is not told. */
            reason: string;
        };
        FoundTransactionsDocument: {
            /** @description Newest first. */
            transactions: components["schemas"]["FoundTransaction"][];
        };
        FoundTransaction: {
            /** @description UID of the transaction. */
            uid: string;
            /** @description Id of the shop. */
            shop: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "authorization" | "payment" | "tokenization" | "capture" | "void" | "refund" | "credit" | "payout" | "proof";
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /**
             * int
             * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
             */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description Whether the transfer is a test, which never reaches a real bank. Default: false. */
            test: boolean;
            /** @description The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them. */
            tracking_id: string | null;
            /** @description Id of the acquirer or provider that was asked. */
            gateway_id: number | null;
            /** @description Email address of the customer. */
            email: string | null;
            /** @description The last four digits of the card. */
            last4: string | null;
            /** @description The subscription that it charges. */
            subscription: string | null;
            /** @description When the request was accepted. */
            created_at: string | null;
        };
        DoubtsDocument: {
            /** @description Oldest transaction first. */
            doubts: {
                /** @description UID of the transaction. */
                uid: string;
                /** @description Id of the shop. */
                shop: string;
                /**
                 * @description What it is.
                 * @enum {string}
                 */
                type: "authorization" | "payment" | "tokenization" | "capture" | "void" | "refund" | "credit" | "payout" | "proof";
                /**
                 * @description What is not known. outcome: what became of it; reversal: whether the acquirer has taken back a charge that counts as failed, or released a hold; contradiction: which of its decisions holds, of an acquirer that reports the contrary of what it had decided.
                 * @enum {string}
                 */
                about: "outcome" | "reversal" | "contradiction";
                /**
                 * int
                 * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
                 */
                amount: number;
                /** @description ISO 4217 alpha-3 code of the currency. */
                currency: string;
                /** @description Whether the transfer is a test, which never reaches a real bank. Default: false. */
                test: boolean;
                /** @description Id of the acquirer or provider that was asked. */
                gateway_id: number | null;
                /** @description When it was accepted; of a payment whose time to pay is over, when that was; of a reversal or a contradiction, when the transaction last changed. */
                since: string | null;
                /**
                 * int
                 * @description For how long it has been in doubt.
                 */
                seconds: number;
                /**
                 * int
                 * @description How often it was asked for without an outcome, the request itself included.
                 */
                attempts: number;
                /** @description When the next query is due. null: none is, and an operator has to find out. */
                next_at: string | null;
            }[];
        };
        AcquirersDocument: {
            /** @description In order of preference. */
            acquirers: {
                /**
                 * int
                 * @description Id of the acquirer.
                 */
                gateway_id: number;
                /** @description Its name. */
                name: string;
                /** @description Whether it moves no money. */
                simulated: boolean;
                /** @description What it can do. Routing passes over one that cannot take a charge. */
                can: components["schemas"]["AcquirerCapabilities"];
                /**
                 * @description open: its calls fail, and another acquirer is asked if there is one; half_open: the next charge tries it.
                 * @enum {string}
                 */
                breaker: "closed" | "open" | "half_open";
                /**
                 * int
                 * @description Calls that ended within the last minute.
                 */
                calls: number;
                /** @description The share of them that failed, from 0 to 1. Null: no call. */
                failure_ratio: number | null;
                /** @description Half of the last 200 calls took no longer, in milliseconds. Null: no call. */
                median_ms: number | null;
                /** @description 95 of 100 of them took no longer, in milliseconds. Null: no call. */
                p95_ms: number | null;
                /** @description How its calls ended. */
                total: {
                    /**
                     * int
                     * @description Calls since the process started that were approved.
                     */
                    approved: number;
                    /**
                     * int
                     * @description Calls since the process started that were declined.
                     */
                    declined: number;
                    /**
                     * int
                     * @description Calls since the process started that the acquirer has and decides later.
                     */
                    underway: number;
                    /**
                     * int
                     * @description Calls since the process started without an answer, or that it could not process.
                     */
                    failed: number;
                };
            }[];
        };
        AcquirerCapabilities: {
            /**
             * @description How many captures an authorization takes.
             * @enum {string}
             */
            captures: "many" | "one" | "none";
            /**
             * @description What can be voided: any part, only all that is left, or only the whole authorization.
             * @enum {string}
             */
            partial_voids: "any" | "rest" | "none";
            /** @description Whether it refunds. */
            refunds: boolean;
            /** @description Whether it pays out to saved cards. */
            credits: boolean;
            /** @description Whether it pays out to cards. */
            payouts: boolean;
            /** @description Whether it checks a card without an amount. */
            checks: boolean;
            /** @description What a card can be kept for. Null: anything. */
            contracts: ("recurring" | "oneclick" | "credit" | "card_on_file")[] | null;
            /** @description The currencies that it takes. Null: all. */
            currencies: string[] | null;
            /** @description Whether it takes card numbers, or tokens of its own. */
            sources: ("card" | "token")[];
            /** @description Whether it authenticates the customer itself. */
            authenticates: boolean;
        };
        ReconciliationRequest: {
            /**
             * Format: date-time
             * @description Beginning of the period, included, at most 31 days before to. Default: a day before to.
             */
            from?: string;
            /**
             * Format: date-time
             * @description End of the period, not included. Default: a day after from; without from, the last midnight in UTC.
             */
            to?: string;
        };
        ReconciliationDocument: {
            /** @description Beginning of the period, included. */
            from: string | null;
            /** @description End of the period, not included. */
            to: string | null;
            /**
             * int
             * @description How many keys were compared.
             */
            checked: number;
            /**
             * int
             * @description How many transactions have no outcome yet. They are no difference.
             */
            in_doubt: number;
            /** @description Books about which nothing is said. */
            not_compared: {
                /**
                 * int
                 * @description Id of the acquirer or provider.
                 */
                gateway_id: number;
                /**
                 * @description Why: its books cannot be listed, cannot be read now, or it is not configured any more.
                 * @enum {string}
                 */
                reason: "lists_no_movements" | "unavailable" | "not_configured";
            }[];
            /**
             * int
             * @description How many differences were found.
             */
            difference_count: number;
            /** @description The first 1000 of them. */
            differences: {
                /**
                 * @description What differs: a movement that only one side has, another amount, or a movement of what moved nothing.
                 * @enum {string}
                 */
                kind: "missing_here" | "missing_there" | "other_amount" | "other_state";
                /** @description UID of our transaction. null: the key is none of ours. */
                uid: string | null;
                /**
                 * int
                 * @description Id of the acquirer or provider whose books were read.
                 */
                gateway_id: number;
                /** @description The key that both sides know it by. */
                key: string;
                /** @description What our books say; null where that is nothing. */
                ours: {
                    /**
                     * @description What moved.
                     * @enum {string}
                     */
                    kind: "authorization" | "payment" | "capture" | "void" | "refund" | "credit" | "payout" | "transfer";
                    /**
                     * int
                     * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
                     */
                    amount: number;
                    /** @description ISO 4217 alpha-3 code of the currency. */
                    currency: string;
                    /**
                     * @description Status of our transaction.
                     * @enum {string}
                     */
                    status: "incomplete" | "pending" | "successful" | "failed" | "expired";
                } | null;
                /** @description What their books say; null where that is nothing. */
                theirs: {
                    /**
                     * @description What moved.
                     * @enum {string}
                     */
                    kind: "authorization" | "payment" | "capture" | "void" | "refund" | "credit" | "payout" | "transfer";
                    /**
                     * int
                     * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
                     */
                    amount: number;
                    /** @description ISO 4217 alpha-3 code of the currency. */
                    currency: string;
                    /** @description When it moved, by their books. */
                    at: string | null;
                } | null;
            }[];
        };
        StoryDocument: {
            /** @description Id of the shop. */
            shop: string;
            /** @description The transaction, as its shop reads it. */
            transaction: components["schemas"]["Transaction"] | components["schemas"]["Transfer"];
            /** @description What it follows. */
            parent: components["schemas"]["FoundTransaction"] | null;
            /** @description What follows it, oldest first. */
            followers: components["schemas"]["FoundTransaction"][];
            /** @description Each change of its status, oldest first. */
            history: components["schemas"]["Transition"][];
            /** @description The webhooks about it, newest first. */
            notifications: components["schemas"]["Notification"][];
            /** @description Why it went where it went; null: it is no charge of a card. */
            explanation: {
                /** @description UID of the transaction. */
                uid: string;
                /** @description What the rules looked at. */
                facts: {
                    /** @description Id of the shop. */
                    shop: string;
                    /** @description Type of the transaction. */
                    type: string;
                    /** @description Amount in minor units. */
                    amount: components["schemas"]["Int"];
                    /** @description ISO 4217 alpha-3 code of the currency. */
                    currency: string;
                    /** @description Brand of the card. */
                    brand: string | null;
                    /** @description First six or eight digits of the card number. Null: not known. */
                    bin: string | null;
                    /** @description Country of the card's issuer. */
                    issuer_country: string | null;
                    /** @description Country of the billing address. */
                    customer_country: string | null;
                    /** @description Country of the customer's IP address. */
                    ip_country: string | null;
                    /** @description Contracts that are asked for or used. */
                    contracts: string[];
                    /** @description Whether it is a test. */
                    test: boolean;
                };
                /** @description The rules that fired, in their order. */
                rules: {
                    /** @description Name of the rule. */
                    name: string;
                    /**
                     * @description What the rule does.
                     * @enum {string}
                     */
                    action: "decline" | "skip_3_d_secure" | "force_3_d_secure" | "acquirers";
                    /** @description The acquirers that it names, in order. */
                    gateway_ids?: components["schemas"]["Int"][];
                }[];
                /**
                 * @description Whether the customer was to be authenticated.
                 * @enum {string}
                 */
                three_d_secure: "not_asked" | "optional" | "mandatory";
                /** @description The acquirers that were considered, in order. */
                acquirers: {
                    /** @description Id of the acquirer. */
                    gateway_id: components["schemas"]["Int"] | null;
                    /** @description skipped where its circuit breaker was open or it lacks something, passed_on where the next one was asked, or else the transaction's status. */
                    result: string;
                    /** @description Code of the reason. */
                    code: string | null;
                    /** @description What a skipped one lacks for the charge: the type, the currency, its contract, charges that its customer does not begin, an authentication that is demanded, card numbers or tokens of that provider. Null: nothing. */
                    lacks: ("authorizations" | "checks" | "credits" | "payouts" | "currency" | "contracts" | "charges_without_customer" | "authentication" | "card_numbers" | "tokens") | null;
                    /** @description When it was known. */
                    at: string | null;
                }[];
            } | null;
            /** @description What may still be done with it, by our books and by what its acquirer can do. */
            remains: {
                /** @description How much of it can still be captured; null: nothing. */
                capture: number | null;
                /** @description How much of it can still be voided; null: nothing. */
                void: number | null;
                /** @description How much of it can still be refunded; null: nothing. */
                refund: number | null;
                /** @description The acquirer takes one capture, and releases what it leaves. */
                released_by_capture: boolean;
                /** @description The acquirer voids all that is left, and no part of it. */
                voided_whole: boolean;
            };
        };
        Transition: {
            /**
             * int
             * @description Version of the transaction from then on.
             */
            version: number;
            /** @description When. */
            at: string | null;
            /** @description What has happened. */
            trigger: string;
            /** @description Status before. */
            from: string;
            /** @description Status after. */
            to: string;
            /** @description More about it, without card data. */
            detail: string | null;
        };
        WebhooksDocument: {
            /** @description Newest first. */
            notifications: components["schemas"]["WebhookOfShop"][];
        };
        WebhookOfShop: {
            /** @description Id of the shop. */
            shop: string;
            /** @description Id of the notification, sent as webhook-id. */
            id: string;
            /** @description UID of the transaction that it tells about. */
            uid: string;
            /**
             * int
             * @description Version of the transaction, sent as Florin-Sequence.
             */
            sequence: number;
            /** @description Where it is delivered. */
            url: string;
            /**
             * @description waiting for its next attempt, delivered, superseded by a newer state, stopped by the receiver (410), or exhausted.
             * @enum {string}
             */
            status: "waiting" | "delivered" | "superseded" | "stopped" | "exhausted";
            /**
             * int
             * @description Attempts so far.
             */
            attempts: number;
            /** @description Result of the last attempt: an HTTP status, or a word such as timeout. */
            last_result: string | null;
            /** @description The last attempts, at most 20, oldest first. Of the receiver's answer nothing else is kept. */
            tries: {
                /** @description When it ended. */
                at: string | null;
                /** @description An HTTP status, or a word such as timeout. */
                result: string;
                /**
                 * int
                 * @description How long it took.
                 */
                milliseconds: number;
            }[];
            /** @description When the state it tells about was committed. */
            created_at: string | null;
            /** @description When it changed last. */
            updated_at: string | null;
        };
        TallyDocument: {
            /** @description What is alike is one line. */
            lines: components["schemas"]["TallyLine"][];
            /**
             * int
             * @description How many transactions were counted.
             */
            counted: number;
            /** @description Whether there are more, of which only the newest were counted. */
            cut: boolean;
        };
        TallyLine: {
            /** @description When the part of the period began in which they were accepted. */
            at: string | null;
            /**
             * @description What they are.
             * @enum {string}
             */
            type: "authorization" | "payment" | "tokenization" | "capture" | "void" | "refund" | "credit" | "payout" | "proof";
            /**
             * @description How they stand.
             * @enum {string}
             */
            status: "incomplete" | "pending" | "successful" | "failed" | "expired";
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description Id of the acquirer or provider whose decision is the outcome. */
            gateway_id: number | null;
            /** @description Brand of the card, or payment method of a transfer; null: not known. */
            method: string | null;
            /** @description Code of the decline; null: they were not declined. */
            code: string | null;
            /** @description Of a renewal of a subscription: first, or retry after one of the same cycle that was counted. */
            renewal: ("first" | "retry") | null;
            /**
             * int
             * @description How many.
             */
            count: number;
            /**
             * int
             * @description The sum of their amounts in minor units.
             */
            amount: number;
        };
        PulseDocument: {
            /**
             * int
             * @description How many transactions were accepted since; no more than 100 are counted.
             */
            newer: number;
            /** @description Version of the transaction; null: there is none. */
            version: number | null;
        };
        AuditDocument: {
            /** @description Newest first. */
            entries: {
                /** @description Id of the entry. */
                id: string;
                /** @description When. */
                at: string | null;
                /**
                 * @description action: something was done; look: personal data were shown; denied: a role was too low; sign-in: signed in or out, or failed to.
                 * @enum {string}
                 */
                kind: "action" | "look" | "denied" | "sign-in";
                /** @description Id of the person or operator. unknown: nobody has the id that was tried. */
                actor: string;
                /**
                 * @description How they got in.
                 * @enum {string}
                 */
                entrance: "session" | "key" | "host" | "command" | "link" | "password";
                /** @description Address of the network they came from. null: it is not known. */
                address: string | null;
                /** @description Id of the operation, as in this document, or what was done to sign in. */
                operation: string;
                /** @description Id of the shop. null: it is about none, or about several. */
                shop: string | null;
                /** @description Id of the record. null: of a list. */
                subject: string | null;
                /** @description More about it, such as the role that was given. */
                detail: string | null;
            }[];
        };
        ApprovalsDocument: {
            /** @description Oldest first. */
            approvals: components["schemas"]["ApprovalDocument"][];
        };
        ApprovalDocument: {
            /** @description Id of the request that waits. */
            id: string;
            /** @description Id of the operation. */
            operation: string;
            /** @description Id of the shop. */
            shop: string;
            /** @description Id of the record in the path. null: there is none. */
            subject: string | null;
            /** @description The body. Of a card its brand and last four digits, of an account its last four: nothing that pays. */
            request: {
                [key: string]: unknown;
            };
            /**
             * int
             * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
             */
            amount: number;
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /**
             * @description used: the request that was approved has been carried out.
             * @enum {string}
             */
            state: "waiting" | "approved" | "declined" | "used";
            /** @description Who asked. */
            requested_by: string;
            /** @description When. */
            requested_at: string | null;
            /** @description Not approved and not carried out later than this. */
            until: string | null;
            /** @description Who approved or declined it. */
            decided_by: string | null;
            /** @description When. */
            decided_at: string | null;
        };
        ShopsDocument: {
            /** @description Those of the settings first, then those of the database, oldest first. */
            shops: components["schemas"]["ShopDocument"][];
        };
        ShopDocument: {
            /** @description Id of the shop. */
            id: string;
            /** @description As customers read it. */
            name: string;
            /**
             * @description settings: it is one of the host's file or options, and is changed there.
             * @enum {string}
             */
            from: "database" | "settings";
            /** @description The address at which customers know it. */
            site: string | null;
            /** @description Where webhooks go if a request names no address. */
            notification_url: string | null;
            /** @description Of the key that signs its webhooks: one line of base64, SPKI in DER. null: it has none. */
            public_key: string | null;
            /** @description When it was made. null: it is one of the settings. */
            created_at: string | null;
            /** @description Its secrets let nobody in, and its pages take no payment. */
            disabled: boolean;
            /** @description The secret before its present one is let in: until this instant, or until-retired. null: it has none. */
            former_secret: string | null;
            /** @description Charges ask for 3-D Secure. Default: false. */
            three_d_secure?: boolean;
            /** @description Requests may skip 3-D Secure. Default: false. */
            allow_skip_three_d_secure?: boolean;
            /** @description Requests may force 3-D Secure. Default: false. */
            allow_force_three_d_secure?: boolean;
            /** @description A token is charged only for the uses that its contract names. Default: false. */
            strict_contracts?: boolean;
            /** @description The number of a card is erased when its charge has ended, unless the request names the customer or asks for a contract. Default: false. */
            forget_guest_cards?: boolean;
            /** @description Days, 0 to 365, from the end of the paid period for which a customer whose charge has failed keeps features. Default: for as long as a failed charge is retried. */
            grace_days?: components["schemas"]["Int"];
            /** @description IANA zone in which its subscriptions are billed. Default: that of the gateway. */
            time_zone?: string;
            /** @description Days, 1 to 365, after which an authorization that was not captured is released. Default: 7. */
            hold_days?: components["schemas"]["Int"];
            /** @description Days, 0 to 28, before a yearly charge that its customer is mailed; 0: no such mail. Default: 7. */
            mail_yearly_days?: components["schemas"]["Int"];
            /** @description Days, 0 to 28, before the charge that ends a trial. Default: 3. */
            mail_trial_days?: components["schemas"]["Int"];
            /** @description Days, 0 to 28, before a charge which the card expires before. Default: 7. */
            mail_card_days?: components["schemas"]["Int"];
            /** @description Customers are mailed that a charge was declined, and when it is tried again. Default: true. */
            mail_failed_charges?: boolean;
            /** @description Customers are mailed that a subscription has ended. Default: true. */
            mail_ended_subscriptions?: boolean;
            /** @description Customers are mailed that they get money back. Default: true. */
            mail_refunds?: boolean;
            /** @description All of these mails for test plans and test payments, too. Default: false. */
            mail_tests?: boolean;
            /** @description After which days a charge of a subscription is tried again when it was declined: 1, 3, 5 is a day after the first decline, three after the second, five after each other one. Default: 1. */
            decline_retry_days?: string;
            /** @description The same in hours, from 1 to 72, when it failed technically. Default: 1. */
            error_retry_hours?: string;
            /** @description Webhooks carry the id and the secret of the shop with HTTP Basic. Default: false. */
            notification_basic?: boolean;
            /** @description Whoever has its public key may create checkouts in its name. Default: false. */
            allow_public_key?: boolean;
        };
        NewShop: {
            /** @description 1 to 64 letters, digits, _ or -. It never changes. */
            id: string;
            /** @description At least 16 characters, made by machine, for a shop that has one elsewhere already. Default: a new one. */
            secret_key?: string;
            /** @description As customers read it, on receipts and pages. Default: the id. */
            name?: string;
            /**
             * Format: uri
             * @description The address at which customers know it.
             */
            site?: string;
            /** @description Charges ask for 3-D Secure. Default: false. */
            three_d_secure?: boolean;
            /** @description Requests may skip 3-D Secure. Default: false. */
            allow_skip_three_d_secure?: boolean;
            /** @description Requests may force 3-D Secure. Default: false. */
            allow_force_three_d_secure?: boolean;
            /** @description A token is charged only for the uses that its contract names. Default: false. */
            strict_contracts?: boolean;
            /** @description The number of a card is erased when its charge has ended, unless the request names the customer or asks for a contract. Default: false. */
            forget_guest_cards?: boolean;
            /** @description Days, 0 to 365, from the end of the paid period for which a customer whose charge has failed keeps features. Default: for as long as a failed charge is retried. */
            grace_days?: components["schemas"]["Int"];
            /** @description IANA zone in which its subscriptions are billed. Default: that of the gateway. */
            time_zone?: string;
            /** @description Days, 1 to 365, after which an authorization that was not captured is released. Default: 7. */
            hold_days?: components["schemas"]["Int"];
            /** @description Days, 0 to 28, before a yearly charge that its customer is mailed; 0: no such mail. Default: 7. */
            mail_yearly_days?: components["schemas"]["Int"];
            /** @description Days, 0 to 28, before the charge that ends a trial. Default: 3. */
            mail_trial_days?: components["schemas"]["Int"];
            /** @description Days, 0 to 28, before a charge which the card expires before. Default: 7. */
            mail_card_days?: components["schemas"]["Int"];
            /** @description Customers are mailed that a charge was declined, and when it is tried again. Default: true. */
            mail_failed_charges?: boolean;
            /** @description Customers are mailed that a subscription has ended. Default: true. */
            mail_ended_subscriptions?: boolean;
            /** @description Customers are mailed that they get money back. Default: true. */
            mail_refunds?: boolean;
            /** @description All of these mails for test plans and test payments, too. Default: false. */
            mail_tests?: boolean;
            /** @description After which days a charge of a subscription is tried again when it was declined: 1, 3, 5 is a day after the first decline, three after the second, five after each other one. Default: 1. */
            decline_retry_days?: string;
            /** @description The same in hours, from 1 to 72, when it failed technically. Default: 1. */
            error_retry_hours?: string;
            /**
             * Format: uri
             * @description Where webhooks go if a request names no address.
             */
            notification_url?: string;
            /** @description Webhooks carry the id and the secret of the shop with HTTP Basic. Default: false. */
            notification_basic?: boolean;
            /** @description The secret of webhook signatures: whsec_ and base64 of 24 to 64 bytes. Default: one derived from the key ring. */
            webhook_secret?: string;
            /** @description RSA private key in PEM, for the header Content-Signature. */
            notification_private_key?: string;
            /** @description Whoever has its public key may create checkouts in its name. Default: false. */
            allow_public_key?: boolean;
            /** @description true makes a key pair for Content-Signature, in place of notification_private_key. */
            signature_key?: boolean;
        };
        ShopSecretsDocument: {
            /** @description Id of the shop. */
            id: string;
            /** @description As customers read it. */
            name: string;
            /**
             * @description settings: it is one of the host's file or options, and is changed there.
             * @enum {string}
             */
            from: "database" | "settings";
            /** @description The address at which customers know it. */
            site: string | null;
            /** @description Where webhooks go if a request names no address. */
            notification_url: string | null;
            /** @description Of the key that signs its webhooks: one line of base64, SPKI in DER. null: it has none. */
            public_key: string | null;
            /** @description When it was made. null: it is one of the settings. */
            created_at: string | null;
            /** @description Its secrets let nobody in, and its pages take no payment. */
            disabled: boolean;
            /** @description The secret before its present one is let in: until this instant, or until-retired. null: it has none. */
            former_secret: string | null;
            /** @description Opens the HTTP interface, beside the id. Answered this once. Over HTTP null to a repetition, whose first answer had it. */
            secret_key: string | null;
            /** @description By which receivers check webhooks; answered as secret_key is. */
            webhook_secret: string | null;
            /** @description Charges ask for 3-D Secure. Default: false. */
            three_d_secure?: boolean;
            /** @description Requests may skip 3-D Secure. Default: false. */
            allow_skip_three_d_secure?: boolean;
            /** @description Requests may force 3-D Secure. Default: false. */
            allow_force_three_d_secure?: boolean;
            /** @description A token is charged only for the uses that its contract names. Default: false. */
            strict_contracts?: boolean;
            /** @description The number of a card is erased when its charge has ended, unless the request names the customer or asks for a contract. Default: false. */
            forget_guest_cards?: boolean;
            /** @description Days, 0 to 365, from the end of the paid period for which a customer whose charge has failed keeps features. Default: for as long as a failed charge is retried. */
            grace_days?: components["schemas"]["Int"];
            /** @description IANA zone in which its subscriptions are billed. Default: that of the gateway. */
            time_zone?: string;
            /** @description Days, 1 to 365, after which an authorization that was not captured is released. Default: 7. */
            hold_days?: components["schemas"]["Int"];
            /** @description Days, 0 to 28, before a yearly charge that its customer is mailed; 0: no such mail. Default: 7. */
            mail_yearly_days?: components["schemas"]["Int"];
            /** @description Days, 0 to 28, before the charge that ends a trial. Default: 3. */
            mail_trial_days?: components["schemas"]["Int"];
            /** @description Days, 0 to 28, before a charge which the card expires before. Default: 7. */
            mail_card_days?: components["schemas"]["Int"];
            /** @description Customers are mailed that a charge was declined, and when it is tried again. Default: true. */
            mail_failed_charges?: boolean;
            /** @description Customers are mailed that a subscription has ended. Default: true. */
            mail_ended_subscriptions?: boolean;
            /** @description Customers are mailed that they get money back. Default: true. */
            mail_refunds?: boolean;
            /** @description All of these mails for test plans and test payments, too. Default: false. */
            mail_tests?: boolean;
            /** @description After which days a charge of a subscription is tried again when it was declined: 1, 3, 5 is a day after the first decline, three after the second, five after each other one. Default: 1. */
            decline_retry_days?: string;
            /** @description The same in hours, from 1 to 72, when it failed technically. Default: 1. */
            error_retry_hours?: string;
            /** @description Webhooks carry the id and the secret of the shop with HTTP Basic. Default: false. */
            notification_basic?: boolean;
            /** @description Whoever has its public key may create checkouts in its name. Default: false. */
            allow_public_key?: boolean;
        };
        ShopChange: {
            /** @description As customers read it, on receipts and pages. Default: the id. */
            name?: string | null;
            /** @description The address at which customers know it. */
            site?: string | null;
            /** @description Charges ask for 3-D Secure. Default: false. */
            three_d_secure?: boolean | null;
            /** @description Requests may skip 3-D Secure. Default: false. */
            allow_skip_three_d_secure?: boolean | null;
            /** @description Requests may force 3-D Secure. Default: false. */
            allow_force_three_d_secure?: boolean | null;
            /** @description A token is charged only for the uses that its contract names. Default: false. */
            strict_contracts?: boolean | null;
            /** @description The number of a card is erased when its charge has ended, unless the request names the customer or asks for a contract. Default: false. */
            forget_guest_cards?: boolean | null;
            /** @description Days, 0 to 365, from the end of the paid period for which a customer whose charge has failed keeps features. Default: for as long as a failed charge is retried. */
            grace_days?: number | null;
            /** @description IANA zone in which its subscriptions are billed. Default: that of the gateway. */
            time_zone?: string | null;
            /** @description Days, 1 to 365, after which an authorization that was not captured is released. Default: 7. */
            hold_days?: number | null;
            /** @description Days, 0 to 28, before a yearly charge that its customer is mailed; 0: no such mail. Default: 7. */
            mail_yearly_days?: number | null;
            /** @description Days, 0 to 28, before the charge that ends a trial. Default: 3. */
            mail_trial_days?: number | null;
            /** @description Days, 0 to 28, before a charge which the card expires before. Default: 7. */
            mail_card_days?: number | null;
            /** @description Customers are mailed that a charge was declined, and when it is tried again. Default: true. */
            mail_failed_charges?: boolean | null;
            /** @description Customers are mailed that a subscription has ended. Default: true. */
            mail_ended_subscriptions?: boolean | null;
            /** @description Customers are mailed that they get money back. Default: true. */
            mail_refunds?: boolean | null;
            /** @description All of these mails for test plans and test payments, too. Default: false. */
            mail_tests?: boolean | null;
            /** @description After which days a charge of a subscription is tried again when it was declined: 1, 3, 5 is a day after the first decline, three after the second, five after each other one. Default: 1. */
            decline_retry_days?: string | null;
            /** @description The same in hours, from 1 to 72, when it failed technically. Default: 1. */
            error_retry_hours?: string | null;
            /** @description Where webhooks go if a request names no address. */
            notification_url?: string | null;
            /** @description Webhooks carry the id and the secret of the shop with HTTP Basic. Default: false. */
            notification_basic?: boolean | null;
            /** @description The secret of webhook signatures: whsec_ and base64 of 24 to 64 bytes. Default: one derived from the key ring. */
            webhook_secret?: string | null;
            /** @description RSA private key in PEM, for the header Content-Signature. */
            notification_private_key?: string | null;
            /** @description Whoever has its public key may create checkouts in its name. Default: false. */
            allow_public_key?: boolean | null;
            /** @description true makes a key pair for Content-Signature, in place of notification_private_key. */
            signature_key?: boolean | null;
        };
        SecretRotation: {
            /** @description How long the secret before the new one is let in: none ends it at once, an instant then, until-retired when it is ended. One before that is let in no longer. Default: until-retired. */
            former_secret?: string;
            /** @description The new secret, of at least 16 characters. Default: a new one. */
            secret_key?: string;
            /** @description As customers read it, on receipts and pages. Default: the id. */
            name?: string | null;
            /** @description The address at which customers know it. */
            site?: string | null;
            /** @description Charges ask for 3-D Secure. Default: false. */
            three_d_secure?: boolean | null;
            /** @description Requests may skip 3-D Secure. Default: false. */
            allow_skip_three_d_secure?: boolean | null;
            /** @description Requests may force 3-D Secure. Default: false. */
            allow_force_three_d_secure?: boolean | null;
            /** @description A token is charged only for the uses that its contract names. Default: false. */
            strict_contracts?: boolean | null;
            /** @description The number of a card is erased when its charge has ended, unless the request names the customer or asks for a contract. Default: false. */
            forget_guest_cards?: boolean | null;
            /** @description Days, 0 to 365, from the end of the paid period for which a customer whose charge has failed keeps features. Default: for as long as a failed charge is retried. */
            grace_days?: number | null;
            /** @description IANA zone in which its subscriptions are billed. Default: that of the gateway. */
            time_zone?: string | null;
            /** @description Days, 1 to 365, after which an authorization that was not captured is released. Default: 7. */
            hold_days?: number | null;
            /** @description Days, 0 to 28, before a yearly charge that its customer is mailed; 0: no such mail. Default: 7. */
            mail_yearly_days?: number | null;
            /** @description Days, 0 to 28, before the charge that ends a trial. Default: 3. */
            mail_trial_days?: number | null;
            /** @description Days, 0 to 28, before a charge which the card expires before. Default: 7. */
            mail_card_days?: number | null;
            /** @description Customers are mailed that a charge was declined, and when it is tried again. Default: true. */
            mail_failed_charges?: boolean | null;
            /** @description Customers are mailed that a subscription has ended. Default: true. */
            mail_ended_subscriptions?: boolean | null;
            /** @description Customers are mailed that they get money back. Default: true. */
            mail_refunds?: boolean | null;
            /** @description All of these mails for test plans and test payments, too. Default: false. */
            mail_tests?: boolean | null;
            /** @description After which days a charge of a subscription is tried again when it was declined: 1, 3, 5 is a day after the first decline, three after the second, five after each other one. Default: 1. */
            decline_retry_days?: string | null;
            /** @description The same in hours, from 1 to 72, when it failed technically. Default: 1. */
            error_retry_hours?: string | null;
            /** @description Where webhooks go if a request names no address. */
            notification_url?: string | null;
            /** @description Webhooks carry the id and the secret of the shop with HTTP Basic. Default: false. */
            notification_basic?: boolean | null;
            /** @description The secret of webhook signatures: whsec_ and base64 of 24 to 64 bytes. Default: one derived from the key ring. */
            webhook_secret?: string | null;
            /** @description RSA private key in PEM, for the header Content-Signature. */
            notification_private_key?: string | null;
            /** @description Whoever has its public key may create checkouts in its name. Default: false. */
            allow_public_key?: boolean | null;
            /** @description true makes a key pair for Content-Signature, in place of notification_private_key. */
            signature_key?: boolean | null;
        };
        ClockDocument: {
            /** @description The instant the clock stands at. */
            now: string;
            /** @description Whether the clock follows real time. */
            follow: boolean;
        };
        ClockRequest: {
            /** @description How far the clock is moved: an ISO 8601 duration such as P1M. */
            advance?: string;
            /** @description The instant the clock is moved to: ISO 8601 with an offset. */
            to?: string;
            /**
             * @description Lets the clock follow real time again, from where it stands.
             * @enum {boolean}
             */
            follow?: true;
        };
        ClockMovedDocument: {
            /** @description The instant the clock stands at now. */
            now: string;
            /** @description How many jobs fell due on the way and were run. */
            ran: components["schemas"]["Int"];
        };
        LedgerDocument: {
            /** @description What was moved, oldest first. */
            movements: components["schemas"]["Movement"][];
        };
        Movement: {
            /** @description Id of the movement. */
            id: string;
            /** @description What was moved: authorization, payment, capture, void, refund, credit, payout, or transfer: what a customer has paid by bank. */
            kind: string;
            /** @description Amount in minor units. */
            amount: components["schemas"]["Int"];
            /** @description ISO 4217 alpha-3 code of the currency. */
            currency: string;
            /** @description The key that the gateway sent. */
            reference: string;
            /** @description The key of the movement that it follows. */
            parent?: string;
            /** @description When it was booked. */
            at: string;
        };
        SandboxPaymentRequest: {
            /** @description What the customer pays. Default: the amount of the payment. */
            amount?: components["schemas"]["PositiveAmount"];
            /** @description The bank's date: ISO 8601 with an offset. Default: now. */
            paid_at?: string;
        };
        SandboxApprovalRequest: {
            /** @description What was proven. Default: the amount of the proof. */
            amount?: components["schemas"]["PositiveAmount"];
            /** @description What is said about it, at most 255 characters. */
            message?: string;
        };
        SandboxRefusalRequest: {
            /** @description What is said about it, at most 255 characters. */
            message?: string;
        };
        SandboxOutcomeRequest: {
            /** @description What the bank has moved. Default: the amount of the transfer. */
            amount?: components["schemas"]["PositiveAmount"];
            /** @description What is said about it, at most 255 characters. */
            message?: string;
        };
        EncryptedCard: {
            /** @description Field number: $begatewaycsejs_1_0_0$ and the base64 of RSA PKCS#1 v1.5 under the shop's public key. */
            number?: string;
            /** @description Field verification_value: $begatewaycsejs_1_0_0$ and the base64 of RSA PKCS#1 v1.5 under the shop's public key. */
            verification_value?: string;
            /** @description Field holder: $begatewaycsejs_1_0_0$ and the base64 of RSA PKCS#1 v1.5 under the shop's public key. */
            holder?: string;
            /** @description Field exp_month: $begatewaycsejs_1_0_0$ and the base64 of RSA PKCS#1 v1.5 under the shop's public key. */
            exp_month?: string;
            /** @description Field exp_year: $begatewaycsejs_1_0_0$ and the base64 of RSA PKCS#1 v1.5 under the shop's public key. */
            exp_year?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    authorize: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["ChargeRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationDocument"];
                };
            };
        };
    };
    pay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["ChargeRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentDocument"];
                };
            };
        };
    };
    charge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["ChargeRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceChargeDocument"];
                };
            };
        };
    };
    tokenize: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["TokenizationRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenizationDocument"];
                };
            };
        };
    };
    capture: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["CaptureOrVoidRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureDocument"];
                };
            };
        };
    };
    void: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["CaptureOrVoidRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoidDocument"];
                };
            };
        };
    };
    refund: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["RefundRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundDocument"];
                };
            };
        };
    };
    credit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["CreditRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditDocument"];
                };
            };
        };
    };
    payOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["PayoutRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutDocument"];
                };
            };
        };
    };
    createCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["SavedCardRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCardDocument"];
                };
            };
        };
    };
    listCards: {
        parameters: {
            query: {
                /** @description The customer's id in the merchant's system: external_id of customer. */
                customer: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCardListDocument"];
                };
            };
        };
    };
    findCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Token of the card. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCardDocument"];
                };
            };
        };
    };
    deleteCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Token of the card. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneDocument"];
                };
            };
        };
    };
    updateCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Token of the card. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["SavedCardChange"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCardDocument"];
                };
            };
        };
    };
    listCheckouts: {
        parameters: {
            query?: {
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutListDocument"];
                };
            };
        };
    };
    createCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    checkout: components["schemas"]["CheckoutRequest"];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedCheckoutDocument"];
                };
            };
        };
    };
    findCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Token of the checkout. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutDocument"];
                };
            };
        };
    };
    cancelCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Token of the checkout. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutDocument"];
                };
            };
        };
    };
    payCheckoutByApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["CheckoutPaymentRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPaymentDocument"];
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDocument"][];
                };
            };
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDocument"];
                };
            };
        };
    };
    findProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the product. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDocument"];
                };
            };
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the product. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductChangeRequest"];
            };
        };
        responses: {
            /** @description It was done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    find: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionDocument"] | components["schemas"]["TransferDocument"];
                };
            };
        };
    };
    findByTrackingId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tracking id, or one of those that it holds. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionListDocument"];
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description Only transactions of this status. */
                status?: "incomplete" | "pending" | "successful" | "failed" | "expired";
                /** @description Only transactions of this type. */
                type?: "authorization" | "payment" | "tokenization" | "capture" | "void" | "refund" | "credit" | "payout" | "proof";
                /** @description The first instant at which they may have been created: ISO 8601 with an offset. */
                from?: string;
                /** @description The end of that period, not included: ISO 8601 with an offset. */
                to?: string;
                /** @description Only the transaction that has this uid. */
                uid?: string;
                /** @description Only those that have this tracking id, or hold it as one of several. */
                tracking_id?: string;
                /** @description Only those that an acquirer calls so, exactly. */
                reference?: string;
                /** @description Only those whose customer has this email address, whatever its case. */
                email?: string;
                /** @description Only those of this customer: the shop's own id, as in customer.external_id. */
                customer?: string;
                /** @description Only charges of this subscription. */
                subscription?: string;
                /** @description Only those of cards whose numbers end in these four digits. */
                last4?: string;
                /** @description Only those that this acquirer or provider has decided, or is to decide. */
                gateway_id?: number;
                /** @description Only those paid so: the brand of the card, such as visa, or the payment method of a transfer. */
                method?: string;
                /** @description Only those that came to nothing with this code. */
                code?: "F.0104" | "F.0105" | "F.0108" | "F.0109" | "F.0111" | "F.0112" | "F.0113" | "F.0114" | "F.0115" | "F.0116" | "F.0117" | "F.0118" | "F.0119" | "F.0120" | "F.0124" | "F.0999" | "F.2006" | "F.2011" | "F.4001" | "F.4002" | "F.4005" | "F.4007" | "F.6001" | "F.7001" | "F.0205" | "F.0207" | "F.0208";
                /** @description Only those in this currency. */
                currency?: string;
                /** @description Only those of exactly this amount, in minor units. */
                amount?: number;
                /** @description Only those of this amount or more, in minor units. */
                min_amount?: number;
                /** @description Only those of this amount or less, in minor units. */
                max_amount?: number;
                /** @description Which come first: the newest, or the oldest. */
                order?: "newest" | "oldest";
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionListDocument"];
                };
            };
        };
    };
    explain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplanationDocument"];
                };
            };
        };
    };
    renotify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneDocument"];
                };
            };
        };
    };
    recover: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneDocument"];
                };
            };
        };
    };
    findNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteDocument"];
                };
            };
        };
    };
    note: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteDocument"];
                };
            };
        };
    };
    listMovements: {
        parameters: {
            query: {
                /** @description The first instant of the period: ISO 8601 with an offset. */
                from: string;
                /** @description The end of the period, not included: ISO 8601 with an offset. */
                to: string;
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovementListDocument"];
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Only notifications of this status. */
                status?: "waiting" | "delivered" | "superseded" | "stopped" | "exhausted";
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationListDocument"];
                };
            };
        };
    };
    resendNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the notification. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneDocument"];
                };
            };
        };
    };
    resendExhausted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResentDocument"];
                };
            };
        };
    };
    payByTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["TransferPaymentRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
        };
    };
    payOutByTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["TransferPayoutRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
        };
    };
    refundTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["TransferRefundRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
        };
    };
    findTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
        };
    };
    proveTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is asked for. */
                    request: components["schemas"]["ProofRequest"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
        };
    };
    confirmTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmationDocument"];
                };
            };
        };
    };
    listPlans: {
        parameters: {
            query?: {
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
                /** @description The shop's own key of a plan: only that plan is listed. */
                lookup_key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanDocument"][];
                };
            };
        };
    };
    createPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the plan. */
                        id: string;
                        /** @description Title of the subscription, as the customer sees it. */
                        title: string;
                        /** @description ISO 4217 alpha-3 code of the currency. */
                        currency: string;
                        /** @description Language of the payment page. Default: en. */
                        language: string;
                        /** @description Whether the number of billing cycles is unlimited. Default: true. */
                        infinite: boolean;
                        /** @description Number of billing cycles; ignored when infinite is true. */
                        billing_cycles: number | null;
                        /**
                         * int
                         * @description Failed attempts that are allowed before the subscription is cancelled. Default: 3.
                         */
                        number_payment_attempts: number;
                        /** @description Whether payments are processed only between 8:00 and 20:00 in the system time zone. Default: false. */
                        prevent_payments_at_night: boolean;
                        /** @description Whether it is a test plan: its charges never reach a real acquirer. Default: false. */
                        test: boolean;
                        /** @description When the plan was created. */
                        created_at: string | null;
                        /** @description The same: plans never change. */
                        updated_at: string | null;
                        /** @description Page on which a customer pays for the plan. */
                        pay_url: string;
                        /** @description The shop's own key of the plan; null where it has none. */
                        lookup_key: string | null;
                        /** @description What the payment page asks the customer for besides the card. */
                        visible_fields?: ("email" | "first_name" | "last_name" | "phone" | "birth_date" | "address" | "city" | "state" | "zip" | "country")[];
                        /** @description What the plan gives to its subscribers, by names of the shop's own: true, or how much as a whole number. At most 50. */
                        features?: {
                            [key: string]: true | number;
                        };
                        /** @description What is charged, and how often. */
                        plan: {
                            /**
                             * int
                             * @description Amount of each charge in minor units of the currency.
                             */
                            amount: number;
                            /**
                             * int
                             * @description How many units lie between two charges.
                             */
                            interval: number;
                            /** @description Unit of the interval: hour, day or month. */
                            interval_unit: components["schemas"]["IntervalUnit"];
                        };
                        /** @description The trial; its members are null where there is none. */
                        trial: {
                            /** @description Amount charged for the trial, in minor units; 0 for a free one. Only together with interval. */
                            amount: number | null;
                            /** @description How many units the trial lasts. Only together with amount. */
                            interval: number | null;
                            /** @description Unit of the trial's interval: hour, day or month. Default: hour. */
                            interval_unit: components["schemas"]["IntervalUnit"];
                            /** @description Whether the payment of the trial counts as the first one, so that a charge that fails after it is retried. Default: false. */
                            as_first_payment: boolean;
                        };
                    };
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanDocument"];
                };
            };
        };
    };
    findPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the plan. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanDocument"];
                };
            };
        };
    };
    previewPlan: {
        parameters: {
            query?: {
                /** @description How far to look. Default: a year. */
                until?: string;
                /** @description When the customer subscribes. Default: now. */
                start?: string;
            };
            header?: never;
            path: {
                /** @description Id of the plan. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewDocument"];
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerDocument"][];
                };
            };
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerDocument"];
                };
            };
        };
    };
    findCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerDocument"];
                };
            };
        };
    };
    findEntitlements: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntitlementsDocument"];
                };
            };
        };
    };
    openPortal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalDocument"];
                };
            };
        };
    };
    findAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDocument"];
                };
            };
        };
    };
    giveCoupon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponUseRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDocument"];
                };
            };
        };
    };
    listCoupons: {
        parameters: {
            query?: {
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponDocument"][];
                };
            };
        };
    };
    createCoupon: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponDocument"];
                };
            };
        };
    };
    findCoupon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the coupon: its code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponDocument"];
                };
            };
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"][];
                };
            };
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"];
                };
            };
        };
    };
    findSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"];
                };
            };
        };
    };
    cancelSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"];
                };
            };
        };
    };
    uncancelSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"];
                };
            };
        };
    };
    changeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"];
                };
            };
        };
    };
    undoSubscriptionChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"];
                };
            };
        };
    };
    useCoupon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponUseRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"];
                };
            };
        };
    };
    addLine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LineRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"];
                };
            };
        };
    };
    pauseSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"];
                };
            };
        };
    };
    resumeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"];
                };
            };
        };
    };
    changeCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CardChangeRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"];
                };
            };
        };
    };
    changePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanChangeRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"];
                };
            };
        };
    };
    chargeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDocument"];
                };
            };
        };
    };
    previewSubscription: {
        parameters: {
            query?: {
                /** @description How far to look. Default: a year. */
                until?: string;
            };
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewDocument"];
                };
            };
        };
    };
    previewNewSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPreviewRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewDocument"];
                };
            };
        };
    };
    findUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageDocument"];
                };
            };
        };
    };
    recordUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UsageRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageDocument"];
                };
            };
        };
    };
    listProofs: {
        parameters: {
            query?: {
                /** @description Only those of this shop. */
                shop?: string;
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProofsDocument"];
                };
            };
        };
    };
    approveWaitingProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProofApproval"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
            /** @description More than one person may move: another one has to approve it first */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the request that waits. */
                        id: string;
                        /** @description Id of the operation. */
                        operation: string;
                        /** @description Id of the shop. */
                        shop: string;
                        /** @description Id of the record in the path. null: there is none. */
                        subject: string | null;
                        /** @description The body. Of a card its brand and last four digits, of an account its last four: nothing that pays. */
                        request: {
                            [key: string]: unknown;
                        };
                        /**
                         * int
                         * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
                         */
                        amount: number;
                        /** @description ISO 4217 alpha-3 code of the currency. */
                        currency: string;
                        /**
                         * @description used: the request that was approved has been carried out.
                         * @enum {string}
                         */
                        state: "waiting" | "approved" | "declined" | "used";
                        /** @description Who asked. */
                        requested_by: string;
                        /** @description When. */
                        requested_at: string | null;
                        /** @description Not approved and not carried out later than this. */
                        until: string | null;
                        /** @description Who approved or declined it. */
                        decided_by: string | null;
                        /** @description When. */
                        decided_at: string | null;
                    };
                };
            };
        };
    };
    declineWaitingProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProofRefusal"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
        };
    };
    listEvidence: {
        parameters: {
            query?: {
                /** @description Only those of this shop. */
                shop?: string;
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceDocument"];
                };
            };
        };
    };
    correctTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Correction"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
            /** @description More than one person may move: another one has to approve it first */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the request that waits. */
                        id: string;
                        /** @description Id of the operation. */
                        operation: string;
                        /** @description Id of the shop. */
                        shop: string;
                        /** @description Id of the record in the path. null: there is none. */
                        subject: string | null;
                        /** @description The body. Of a card its brand and last four digits, of an account its last four: nothing that pays. */
                        request: {
                            [key: string]: unknown;
                        };
                        /**
                         * int
                         * @description Amount in minor units of the currency: 3245 means 32.45 EUR.
                         */
                        amount: number;
                        /** @description ISO 4217 alpha-3 code of the currency. */
                        currency: string;
                        /**
                         * @description used: the request that was approved has been carried out.
                         * @enum {string}
                         */
                        state: "waiting" | "approved" | "declined" | "used";
                        /** @description Who asked. */
                        requested_by: string;
                        /** @description When. */
                        requested_at: string | null;
                        /** @description Not approved and not carried out later than this. */
                        until: string | null;
                        /** @description Who approved or declined it. */
                        decided_by: string | null;
                        /** @description When. */
                        decided_at: string | null;
                    };
                };
            };
        };
    };
    searchTransactions: {
        parameters: {
            query?: {
                /** @description Only those of this shop. */
                shop?: string;
                /** @description Only transactions of this status. */
                status?: "incomplete" | "pending" | "successful" | "failed" | "expired";
                /** @description Only transactions of this type. */
                type?: "authorization" | "payment" | "tokenization" | "capture" | "void" | "refund" | "credit" | "payout" | "proof";
                /** @description The first instant at which they may have been created: ISO 8601 with an offset. */
                from?: string;
                /** @description The end of that period, not included: ISO 8601 with an offset. */
                to?: string;
                /** @description Only the transaction that has this uid. */
                uid?: string;
                /** @description Only those that have this tracking id, or hold it as one of several. */
                tracking_id?: string;
                /** @description Only those that an acquirer calls so, exactly. */
                reference?: string;
                /** @description Only those whose customer has this email address, whatever its case. */
                email?: string;
                /** @description Only those of this customer: the shop's own id, as in customer.external_id. */
                customer?: string;
                /** @description Only charges of this subscription. */
                subscription?: string;
                /** @description Only those of cards whose numbers end in these four digits. */
                last4?: string;
                /** @description Only those that this acquirer or provider has decided, or is to decide. */
                gateway_id?: number;
                /** @description Only those paid so: the brand of the card, such as visa, or the payment method of a transfer. */
                method?: string;
                /** @description Only those that came to nothing with this code. */
                code?: "F.0104" | "F.0105" | "F.0108" | "F.0109" | "F.0111" | "F.0112" | "F.0113" | "F.0114" | "F.0115" | "F.0116" | "F.0117" | "F.0118" | "F.0119" | "F.0120" | "F.0124" | "F.0999" | "F.2006" | "F.2011" | "F.4001" | "F.4002" | "F.4005" | "F.4007" | "F.6001" | "F.7001" | "F.0205" | "F.0207" | "F.0208";
                /** @description Only those in this currency. */
                currency?: string;
                /** @description Only those of exactly this amount, in minor units. */
                amount?: number;
                /** @description Only those of this amount or more, in minor units. */
                min_amount?: number;
                /** @description Only those of this amount or less, in minor units. */
                max_amount?: number;
                /** @description Which come first: the newest, or the oldest. */
                order?: "newest" | "oldest";
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundTransactionsDocument"];
                };
            };
        };
    };
    listDoubts: {
        parameters: {
            query?: {
                /** @description Only those of this shop. */
                shop?: string;
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoubtsDocument"];
                };
            };
        };
    };
    listAcquirers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcquirersDocument"];
                };
            };
        };
    };
    reconcile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReconciliationRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationDocument"];
                };
            };
        };
    };
    findStory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoryDocument"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Only those of this status. */
                status?: "waiting" | "delivered" | "superseded" | "stopped" | "exhausted";
                /** @description Only those of this shop. */
                shop?: string;
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhooksDocument"];
                };
            };
        };
    };
    tallyTransactions: {
        parameters: {
            query: {
                /** @description The first instant of the period: ISO 8601 with an offset. */
                from: string;
                /** @description The end of the period, not included: ISO 8601 with an offset. */
                to: string;
                /** @description How long the parts of the period are, from its beginning on. */
                by?: "hour" | "day";
                /** @description Only those of this shop. */
                shop?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TallyDocument"];
                };
            };
        };
    };
    feelPulse: {
        parameters: {
            query?: {
                /** @description Id of the last one of the page before. */
                after?: string;
                /** @description Id of the last one of the page before. */
                uid?: string;
                /** @description The list whose version is asked for: what is in doubt, exhausted webhooks, or requests for a second person. */
                list?: "doubts" | "webhooks" | "approvals";
                /** @description Only those of this shop. */
                shop?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PulseDocument"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
                /** @description Entries from then on. */
                from?: string;
                /** @description Entries before then. */
                to?: string;
                /** @description Only of this person or operator. */
                actor?: string;
                /** @description Only of this kind. */
                kind?: "action" | "look" | "denied" | "sign-in";
                /** @description Only of this operation, by its id. */
                operation?: string;
                /** @description Only about this shop. */
                shop?: string;
                /** @description Only about this record, by its id. */
                subject?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditDocument"];
                };
            };
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /** @description Only those of this shop. */
                shop?: string;
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalsDocument"];
                };
            };
        };
    };
    approveRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalDocument"];
                };
            };
        };
    };
    declineRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalDocument"];
                };
            };
        };
    };
    listShops: {
        parameters: {
            query?: {
                /** @description How many are listed. */
                limit?: number;
                /** @description Id of the last one of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShopsDocument"];
                };
            };
        };
    };
    addShop: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewShop"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShopSecretsDocument"];
                };
            };
        };
    };
    showShop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the shop. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShopDocument"];
                };
            };
        };
    };
    updateShop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the shop. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShopChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShopDocument"];
                };
            };
        };
    };
    rotateShopSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the shop. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShopSecretsDocument"];
                };
            };
        };
    };
    retireShopSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the shop. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShopDocument"];
                };
            };
        };
    };
    disableShop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the shop. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShopDocument"];
                };
            };
        };
    };
    enableShop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the shop. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShopDocument"];
                };
            };
        };
    };
    proofDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    readClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockDocument"];
                };
            };
        };
    };
    moveClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockMovedDocument"];
                };
            };
        };
    };
    ledger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerDocument"];
                };
            };
        };
    };
    payTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxPaymentRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
        };
    };
    approveProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxApprovalRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
        };
    };
    declineProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxRefusalRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
        };
    };
    completePayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxOutcomeRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
        };
    };
    failPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxRefusalRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
        };
    };
    completeRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxOutcomeRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
        };
    };
    failRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UID of the transaction. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxRefusalRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDocument"];
                };
            };
        };
    };
}
