/** The page on which a customer confirms a payment, in the place of an issuer's. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Both buttons post; the answer leads back to the shop. */
export const page = (description: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Confirm the payment</title></head>
<body>
<h1>Confirm the payment</h1>
<p>${escaped(description)}</p>
<form method="post">
<button name="answer" value="confirm">Confirm</button>
<button name="answer" value="refuse">Refuse</button>
</form>
</body>
</html>
`

/** Where the customer goes afterwards. The vendor adds the id of the session; nothing is decided by it. */
export const returning = (url: string, session: string): string => {
  const to = new URL(url)
  to.searchParams.set("cko-session-id", session)
  return to.href
}
