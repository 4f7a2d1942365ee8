/** Examples in the form that Checkout.com publishes: its documents and webhooks, read in November 2026. */

/** The answer to a request that was approved. */
export const authorized = {
  id: "pay_mbabizu24mvu3mela5njyhpit4",
  action_id: "act_mbabizu24mvu3mela5njyhpit4",
  amount: 6500,
  currency: "USD",
  approved: true,
  status: "Authorized",
  auth_code: "770687",
  eci: "05",
  scheme_id: "638284745624527",
  response_code: "10000",
  response_summary: "Approved",
  risk: { flagged: false },
  source: {
    id: "src_nwd3m4in3hkuddfpjsaevunhdy",
    type: "card",
    expiry_month: 9,
    expiry_year: 2026,
    scheme: "Visa",
    last4: "4242",
    fingerprint: "F31828E2BDABAE63EB694903825CDD36041CC6ED461440B81415895855502832",
    bin: "424242",
    card_type: "Credit",
    card_category: "Consumer",
    issuer_country: "US",
    product_id: "A",
    product_type: "Visa Traditional",
    avs_check: "S",
    cvv_check: "Y"
  },
  customer: { id: "cus_udst2tfldj6upmye2reztkmm4i", email: "jia.tsang@example.com", name: "Jia Tsang" },
  processed_on: "2019-09-10T10:11:12Z",
  reference: "ORD-5023-4E89",
  processing: { retrieval_reference_number: "909913440644", acquirer_transaction_id: "440644309099499894406" },
  _links: {
    self: { href: "https://api.checkout.com/payments/pay_mbabizu24mvu3mela5njyhpit4" },
    actions: { href: "https://api.checkout.com/payments/pay_mbabizu24mvu3mela5njyhpit4/actions" }
  }
}

/** The answer to a request whose customer has to go somewhere. */
export const pending = {
  id: "pay_mbabizu24mvu3mela5njyhpit4",
  status: "Pending",
  reference: "ORD-5023-4E89",
  customer: { id: "cus_udst2tfldj6upmye2reztkmm4i", email: "jia.tsang@example.com" },
  "3ds": { downgraded: false, enrolled: "Y" },
  _links: {
    self: { href: "https://api.checkout.com/payments/pay_mbabizu24mvu3mela5njyhpit4" },
    redirect: { href: "https://3ds2-sandbox.ckotech.co/interceptor/3ds_cf5m4z" }
  }
}

/** `GET /payments/{id}`. */
export const details = {
  id: "pay_3lird6z63jpujguvaxnjyqsu4e",
  requested_on: "2022-11-16T11:49:04.512Z",
  source: {
    id: "src_3yk7vgcu4yxedktczvd6dnialy",
    type: "card",
    expiry_month: 1,
    expiry_year: 2099,
    name: "John Smith",
    scheme: "Visa",
    last4: "4242",
    bin: "424242",
    card_type: "CREDIT",
    card_category: "CONSUMER",
    issuer_country: "GB",
    product_id: "F",
    product_type: "Visa Classic",
    avs_check: "G",
    cvv_check: "Y",
    payment_account_reference: "V001757443972836103"
  },
  expires_on: "2022-12-16T11:49:05.867851Z",
  amount: 1000,
  currency: "GBP",
  payment_type: "Regular",
  reference: "1234",
  status: "Authorized",
  approved: true,
  balances: {
    total_authorized: 1000,
    total_voided: 0,
    available_to_void: 1000,
    total_captured: 0,
    available_to_capture: 1000,
    total_refunded: 0,
    available_to_refund: 0
  },
  risk: { flagged: false, score: 0 },
  scheme_id: "678355673241835",
  _links: { self: { href: "https://api.sandbox.checkout.com/payments/pay_3lird6z63jpujguvaxnjyqsu4e" } }
}

/** `GET /payments/{id}/actions`, newest first. */
export const actions = [
  {
    id: "act_fd3h6evhpn3uxdoqbuu3lqnqbm",
    type: "Refund",
    processed_on: "2018-01-20T10:30:48Z",
    amount: 1000,
    approved: true,
    response_code: "10000",
    response_summary: "Approved"
  },
  {
    id: "act_gefycn3jcvuupboxfmqrhk2aym",
    type: "Capture",
    processed_on: "2018-01-17T10:30:48Z",
    amount: 6540,
    approved: true,
    response_code: "10000",
    response_summary: "Approved",
    processing: { acquirer_reference_number: "24021219099007452440793", acquirer_transaction_id: "00745244079" },
    metadata: { shipping_ref: "MQIBN2" }
  },
  {
    id: "act_y3oqhf46pyzuxjbcn2giaqnb44",
    type: "Authorization",
    processed_on: "2018-01-17T09:30:48Z",
    amount: 6540,
    approved: true,
    auth_code: "643381",
    response_code: "10000",
    response_summary: "Approved",
    reference: "ORD-5023-4E89",
    processing: { retrieval_reference_number: "909913440644", acquirer_transaction_id: "440644309099499894406" }
  }
]

export const accepted = {
  action_id: "act_y3oqhf46pyzuxjbcn2giaqnb44",
  reference: "ORD-5023-4E89",
  _links: { payment: { href: "https://api.checkout.com/payments/pay_y3oqhf46pyzuxjbcn2giaqnb44" } }
}

export const refusal = {
  request_id: "e5a3ce6f-a4e9-4445-9ec7-e5975e9a6213",
  error_type: "request_invalid",
  error_codes: ["card_expired"]
}

/** Webhooks. */
export const captured = {
  id: "evt_6aznipgxbuaure3qen5qbzyswy",
  type: "payment_captured",
  created_on: "2019-06-07T08:25:22Z",
  data: {
    action_id: "act_gse7gcrhleuedmzhq25n3mhweq",
    response_code: "10000",
    response_summary: "Approved",
    amount: 10_000,
    processing: { acquirer_transaction_id: "8137549557", acquirer_reference_number: "000220552364" },
    id: "pay_waji5li3mqtetnaor77xmow4bq",
    currency: "EUR",
    processed_on: "2019-06-07T08:25:22Z",
    reference: "ORD-5023-4E89"
  },
  _links: { self: { href: "https://api.sandbox.checkout.com/events/evt_6aznipgxbuaure3qen5qbzyswy" } }
}

export const voided = {
  id: "evt_m4dpgk7o3xtedhv3diloora7w4",
  type: "payment_voided",
  version: "1.0.29",
  created_on: "2023-05-24T09:19:40.6252516Z",
  data: {
    id: "pay_pttrzqqc7pduvau7bk2tgi2nly",
    action_id: "act_goluc2z6x5ruplxcxrvrexvkyy",
    reference: "ORD-5023-4E89",
    amount: 20,
    processed_on: "2023-05-24T09:19:35.5634662Z",
    response_code: "10000",
    response_summary: "Approved",
    currency: "EUR",
    trigger: "manual"
  }
}

export const declined = {
  id: "evt_y5kl22y4bqnupcuw46ztq2c56i",
  type: "payment_refund_declined",
  version: "1.0.29",
  created_on: "2023-05-24T09:27:48.586796Z",
  data: {
    id: "pay_awlo4m4phelezkhsj4egc6d35q",
    action_id: "act_rzy3fxofo3lufmjzaismfzjiae",
    reference: "ORD-5023-4E89",
    amount: 3737,
    processed_on: "2023-05-24T09:27:47.0891199Z",
    response_code: "20006",
    response_summary: "Error / Invalid Request Parameters",
    currency: "EUR"
  }
}

export const dispute = {
  id: "evt_dispute",
  type: "dispute_received",
  created_on: "2023-05-24T09:27:48Z",
  data: { id: "dsp_bc94ebda8d275i461229", payment_id: "pay_awlo4m4phelezkhsj4egc6d35q", amount: 2000, currency: "EUR" }
}
