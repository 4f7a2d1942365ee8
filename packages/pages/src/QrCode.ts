/** QR codes for pages of other packages. */
export { qrCode } from "./internal/qrCode.js"
