/** The page of an order in a frame of a shop's page: for browsers, without dependencies. Source: D50. */

/**
 * What became of the order. `pending` is not the end: another one follows. `redirected`: the customer has left the frame for
 * the bank's page. It is told to the customer; the shop's server believes its webhook, or asks.
 */
export type CheckoutOutcome = "successful" | "failed" | "pending" | "error" | "redirected"

export interface CheckoutOptions {
  /** `redirect_url` of a checkout that was created with `iframe: true`. */
  readonly url: string
  /** Called with each outcome that differs from the one before. */
  readonly onOutcome?: (outcome: CheckoutOutcome) => void
  /** The customer is led back to the shop. Default: the browser goes to that address. */
  readonly onLeave?: (url: string) => void
  /** Name of the frame, for screen readers. Default: `Payment`. */
  readonly title?: string
}

export interface MountedCheckout {
  /** Takes the frame away, and tells nothing any more. */
  readonly unmount: () => void
}

/** An element of a page: an `Element` of the browser's is one. */
export interface Place {
  /** The page that it stands in. */
  readonly ownerDocument: unknown
  /** Adds the frame at its end. */
  readonly append: (...nodes: never) => void
}

interface Message {
  readonly data: { readonly florin?: string; readonly type?: string; readonly [more: string]: unknown } | null
  readonly origin: string
  readonly source: unknown
}

interface Frame {
  src: string
  title: string
  allow: string
  readonly style: { cssText: string; height: string }
  readonly contentWindow: unknown
  readonly remove: () => void
}

interface Page {
  readonly createElement: (name: "iframe") => Frame
  readonly defaultView: {
    readonly location: { assign: (url: string) => void }
    readonly addEventListener: (name: "message", listener: (message: Message) => void) => void
    readonly removeEventListener: (name: "message", listener: (message: Message) => void) => void
  }
}

/**
 * Shows the page of an order within an element, as high as it is. Call it in a browser, once the element is in the page.
 * The shop's origin must be one of those that may frame pages.
 */
export const mountCheckout = (
  element: Place,
  { onLeave, onOutcome, title = "Payment", url }: CheckoutOptions
): MountedCheckout => {
  const page = element.ownerDocument as Page
  const view = page.defaultView
  const { origin } = new URL(url)
  const frame = page.createElement("iframe")
  frame.title = title
  frame.style.cssText = "display:block;width:100%;height:40rem;border:0;color-scheme:light dark"
  let last: unknown

  const leave = (to: string): void => {
    if (!/^https?:\/\//i.test(to)) return
    if (onLeave === undefined) view.location.assign(to)
    else onLeave(to)
  }

  const receive = ({ data, origin: from, source }: Message): void => {
    if (source !== frame.contentWindow || from !== origin || data?.florin !== "checkout") return
    if (data.type === "height") frame.style.height = `${Number(data.height)}px`
    if (data.type === "leave") leave(String(data.url))
    if (data.type !== "outcome" || data.status === last) return
    last = data.status
    onOutcome?.(data.status as CheckoutOutcome)
  }

  view.addEventListener("message", receive)
  frame.src = url
  ;(element.append as (node: Frame) => void)(frame)
  return {
    unmount: () => {
      view.removeEventListener("message", receive)
      frame.remove()
    }
  }
}
