/** The language of a party: of pages, mails and answers. */
import * as Fields from "../request/Fields.js"

/** A language tag or a locale, such as `en-US` or `en_US`. Default: `en`. Source: D3. */
export const Language = Fields.matching(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/, "a language tag such as en")
