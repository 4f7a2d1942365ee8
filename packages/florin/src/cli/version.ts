/** The version of this program. */
export const version = "0.1.0"
