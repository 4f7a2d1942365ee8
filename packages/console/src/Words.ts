/** The texts of the console in one language: those that `english` has. */
import type { english } from "./English.js"

type Texts<A> = A extends (...parameters: never) => string ? A : { readonly [Name in keyof A]: Texts<A[Name]> }

export type Words = Texts<typeof english>
