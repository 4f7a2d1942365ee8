/**
 * What a subscription should be charged, by arithmetic and a calendar of the tests' own: it holds terms, coupons, usage and
 * what is paid, and asks the rules for nothing. Source: D59 to D63.
 */
import type { Item } from "@florin/core/terms/Item"
import type { FixedPrice } from "@florin/core/terms/Price"
import { day } from "../time/clocks.js"
import * as WallClock from "./wallClock.js"

export interface Interval {
  readonly unit: "hour" | "day" | "month"
  readonly length: number
}

/** `left`: the periods that it still holds for. */
export interface Coupon {
  readonly percent?: number
  readonly amount?: number
  readonly left: number
}

interface Coupons {
  readonly own?: Coupon | undefined
  readonly customer?: Coupon | undefined
}

interface Waiting {
  readonly amount: bigint
  readonly kind: "own" | "change" | "usage"
}

interface Used {
  readonly item: string
  readonly quantity: number
  readonly at: number
}

interface Paid {
  readonly item: string
  readonly amount: bigint
  readonly from: number
}

export interface Ledger {
  readonly zone: string
  interval: Interval
  items: ReadonlyArray<Item>
  /** What a renewal that was declined is to begin. */
  due: ReadonlyArray<Item> | undefined
  /** What begins with the next renewal. */
  next: { readonly interval: Interval; readonly items: ReadonlyArray<Item>; readonly isPlan: boolean } | undefined
  anchor: number
  cycle: number
  isTrial: boolean
  attempts: number
  period: { readonly from: number; readonly to: number }
  paid: ReadonlyArray<Paid>
  /** Of the charge of the present period. */
  used: Coupons
  coupons: Coupons
  waiting: ReadonlyArray<Waiting>
  balance: bigint
  present: ReadonlyArray<Used>
  late: ReadonlyArray<Used>
}

const halfEven = (numerator: bigint, denominator: bigint): bigint => {
  const [whole, rest] = [numerator / denominator, numerator % denominator]
  if (rest * 2n === denominator) return whole + (whole % 2n)
  return rest * 2n > denominator ? whole + 1n : whole
}

const sum = (all: ReadonlyArray<bigint>): bigint => all.reduce((total, one) => total + one, 0n)

/** Unit by unit. */
const price = (fixed: FixedPrice, quantity: number): bigint => {
  if (quantity <= 0) return 0n
  if (fixed.kind === "flat") return BigInt(fixed.amount)
  if (fixed.kind === "per_unit") return BigInt(fixed.unitAmount) * BigInt(quantity)
  const tierOf = (unit: number) => fixed.tiers.findIndex(({ upTo }) => upTo === null || unit <= upTo)
  const units = Array.from({ length: quantity }, (_, index) => index + 1)
  const tiers = fixed.kind === "volume" ? units.map(() => tierOf(quantity)) : units.map(tierOf)
  const each = tiers.map((tier) => BigInt(fixed.tiers[tier]!.unitAmount))
  return sum([...each, ...[...new Set(tiers)].map((tier) => BigInt(fixed.tiers[tier]!.flatAmount))])
}

const priceOf = ({ price: of, quantity }: Item): bigint => (of.kind === "metered" ? 0n : price(of, quantity))

/** What was used of an item comes to, by its events. */
const usageOf = ({ id, price: of }: Item, events: ReadonlyArray<Used>): bigint => {
  const own = events.filter(({ item }) => item === id)
  if (of.kind !== "metered" || own.length === 0) return 0n
  const quantities = own.map(({ quantity }) => quantity)
  const aggregated = {
    sum: quantities.reduce((one, other) => one + other, 0),
    max: Math.max(...quantities),
    last: own.reduce((last, one) => (one.at >= last.at ? one : last)).quantity
  }
  return price(of.price, aggregated[of.aggregation])
}

/** What coupons take off, part by part of the lines: percent first, own ones first, each off what is left. */
const discounted = (
  amounts: ReadonlyArray<bigint>,
  { customer, own }: Coupons,
  scale = (amount: bigint): bigint => amount
): ReadonlyArray<bigint> => {
  const all = [own, customer].filter((one) => one !== undefined)
  const ordered = [...all.filter((one) => one.percent !== undefined), ...all.filter((one) => one.percent === undefined)]
  return ordered.reduce((left, { amount = 0, percent }) => {
    const total = sum(left)
    const wanted = percent === undefined ? scale(BigInt(amount)) : halfEven(total * BigInt(percent), 10_000n)
    // biome-ignore lint/complexity/useMathMinMax: Math.min does not take bigints
    const off = wanted < total ? wanted : total
    let before = 0n
    return left.map((one) => {
      const gone = total === 0n ? 0n : (off * before) / total
      before += one
      return one - ((total === 0n ? 0n : (off * before) / total) - gone)
    })
  }, amounts)
}

const isFixed = ({ price: of, quantity }: Item): boolean => of.kind !== "metered" && quantity > 0

const spent = (coupon: Coupon | undefined): Coupon | undefined =>
  coupon === undefined || coupon.left <= 1 ? undefined : { ...coupon, left: coupon.left - 1 }

/** What is charged of a total: the balance pays first, and gains what is below 0. */
const settle = (ledger: Ledger, total: bigint): bigint => {
  const charged = total > ledger.balance ? total - ledger.balance : 0n
  ledger.balance += charged - total
  return charged
}

export const dueDate = ({ anchor, cycle, interval: { length, unit }, zone }: Ledger, cycles = cycle): number =>
  WallClock.due(zone, anchor, unit, cycles * length)

/** As a renewal begins: with what is next, if no attempt has failed. */
export const begin = (ledger: Ledger): void => {
  const { next } = ledger
  if (ledger.attempts > 0 || next === undefined) return
  const from = dueDate(ledger)
  Object.assign(ledger, { due: next.items, next: undefined })
  // The cycles of another plan are its own.
  if (next.isPlan) Object.assign(ledger, { anchor: from, cycle: 0, interval: next.interval })
}

/** Seven days for nothing. */
export const beginTrial = (ledger: Ledger, start: number): void => {
  const end = WallClock.due(ledger.zone, start, "day", 7)
  Object.assign(ledger, { isTrial: true, anchor: end, period: { from: start, to: end } })
}

/** The lines of a period's charge, before the balance. */
const lines = (ledger: Ledger, items: ReadonlyArray<Item>) => {
  const { coupons, isTrial, present, waiting } = ledger
  const fixed = items.filter(isFixed)
  const used = isTrial ? [] : ledger.items.map((item) => usageOf(item, present))
  const late = waiting.filter(({ kind }) => kind === "usage").map(({ amount }) => amount)
  const net = discounted([...fixed.map(priceOf), ...used, ...late], coupons)
  const others = waiting.filter(({ kind }) => kind !== "usage").map(({ amount }) => amount)
  return { fixed, net, total: sum(net) + sum(others) }
}

const took = (ledger: Ledger): void => {
  Object.assign(ledger, {
    coupons: { own: spent(ledger.coupons.own), customer: spent(ledger.coupons.customer) },
    waiting: [],
    present: ledger.late,
    late: []
  })
}

/** What the renewal that has begun charges. */
export const owed = (ledger: Ledger): bigint => {
  const { total } = lines(ledger, ledger.due ?? ledger.items)
  return total > ledger.balance ? total - ledger.balance : 0n
}

const paidFor = (ledger: Ledger, items: ReadonlyArray<Item>, from: number, credit: bigint, at: number): bigint => {
  const { fixed, net, total } = lines(ledger, items)
  const { coupons } = ledger
  const charged = settle(ledger, total - credit)
  took(ledger)
  do ledger.cycle++
  while (dueDate(ledger) <= at)
  Object.assign(ledger, {
    items: items.filter(({ quantity }) => quantity > 0),
    ...{ due: undefined, attempts: 0, isTrial: false, used: coupons },
    period: { from, to: dueDate(ledger) },
    paid: fixed.map(({ id }, index) => ({ item: id, amount: net[index]!, from }))
  })
  return charged
}

/** The period begins when it was due, and is paid at an instant from then on. */
export const renewed = (ledger: Ledger, at: number): bigint =>
  paidFor(ledger, ledger.due ?? ledger.items, dueDate(ledger), 0n, at)

/** What is owed at the end, with what came while other charges were under way. */
export const ended = (ledger: Ledger): bigint => {
  const { total } = lines({ ...ledger, present: [...ledger.present, ...ledger.late] }, [])
  return total > ledger.balance ? total - ledger.balance : 0n
}

/** Days by the dates on the wall, milliseconds for hours, from one instant to another. */
const distance = ({ interval: { unit }, zone }: Ledger, from: number, to: number): bigint => {
  const date = (at: number) => Math.floor(WallClock.local(zone, at) / day)
  return BigInt(Math.max(0, unit === "hour" ? to - from : date(to) - date(from)))
}

const part = (ledger: Ledger, amount: bigint, from: number, at: number): bigint => {
  const whole = distance(ledger, from, ledger.period.to)
  return whole === 0n ? 0n : halfEven(amount * distance(ledger, Math.max(at, from), ledger.period.to), whole)
}

const same = (one: Item, other: Item | undefined): boolean => JSON.stringify(one) === JSON.stringify(other)

export interface Change {
  readonly items: ReadonlyArray<Item>
  readonly interval: Interval
  readonly proration: "charge" | "credit" | "none"
  readonly isPaused: boolean
  readonly at: number
}

export const isOther = ({ interval }: Ledger, other: Interval): boolean =>
  interval.unit !== other.unit || interval.length !== other.length

const isPaid = ({ attempts, isTrial, period }: Ledger, at: number): boolean =>
  !isTrial && attempts === 0 && at < period.to

/** Whether a change of the interval is refused. */
export const refuses = (ledger: Ledger, { at, interval, isPaused, proration }: Change): boolean =>
  isOther(ledger, interval) && (isPaused || (isPaid(ledger, at) && proration !== "charge"))

/** The usage of metered items that go, or whose price changes after their cycle, waits for the next charge. */
const keepUsage = (ledger: Ledger, { items }: Change, isOver: boolean): void => {
  const gone = ledger.items.filter((item) => {
    const other = items.find(({ id }) => id === item.id)
    return item.price.kind === "metered" && (other === undefined || (isOver && !same(item, other)))
  })
  const waiting = gone
    .map((item): Waiting => ({ kind: "usage", amount: usageOf(item, ledger.present) }))
    .filter(({ amount }) => amount > 0n)
  const ids = new Set<string>(gone.map(({ id }) => id))
  Object.assign(ledger, {
    waiting: [...ledger.waiting, ...waiting],
    present: ledger.present.filter(({ item }) => !ids.has(item))
  })
}

/** A change at once that succeeds, and what it charges. */
export const changed = (ledger: Ledger, change: Change): bigint => {
  const { at, interval, isPaused, items, proration } = change
  ledger.next = undefined
  if (!isPaid(ledger, at)) {
    if (!ledger.isTrial) keepUsage(ledger, change, true)
    const anchor = isOther(ledger, interval) ? { anchor: dueDate(ledger), cycle: 0, interval } : {}
    Object.assign(ledger, { items, due: undefined, ...anchor })
    return 0n
  }
  const credits = (all: ReadonlyArray<Paid>) => sum(all.map(({ amount, from }) => part(ledger, amount, from, at)))
  if (isOther(ledger, interval)) {
    const credit = credits(ledger.paid)
    const moved = { ...ledger, interval, anchor: at, cycle: 0 }
    const charged = paidFor(moved, items, at, credit, at)
    Object.assign(ledger, moved)
    return charged
  }
  const old = new Map(ledger.items.map((item) => [item.id as string, item]))
  const isSame = ledger.items.length === items.length && items.every((item) => same(item, old.get(item.id)))
  const hasAmount = [ledger.used.own, ledger.used.customer].some((one) => one?.amount !== undefined)
  const stays = (id: string): boolean => {
    const item = items.find((one) => one.id === id)
    return isSame || (!hasAmount && item !== undefined && same(item, old.get(id)))
  }
  if (proration === "none") {
    keepUsage(ledger, change, false)
    const paid = ledger.paid.filter(({ item }) => items.some(({ id }) => id === item))
    Object.assign(ledger, { items, paid })
    return 0n
  }
  const scale = (amount: bigint): bigint => part(ledger, amount, ledger.period.from, at)
  const fresh = items.filter((item) => isFixed(item) && !stays(item.id))
  const net = discounted(
    fresh.map((item) => scale(priceOf(item))),
    ledger.used,
    scale
  )
  const total = sum(net) - credits(ledger.paid.filter(({ item }) => !stays(item)))
  const before = sum(ledger.waiting.filter(({ kind }) => kind === "change").map(({ amount }) => amount))
  const isDeferred = total > 0n ? isPaused || proration === "credit" : total < 0n && before > 0n
  const charged = isDeferred ? 0n : settle(ledger, total)
  if (isDeferred) ledger.waiting = [...ledger.waiting, { kind: "change", amount: total }]
  const paid = [
    ...ledger.paid.filter(({ item }) => stays(item)),
    ...fresh.map(({ id }, index) => ({ item: id, amount: net[index]!, from: at }))
  ]
  keepUsage(ledger, change, false)
  Object.assign(ledger, { items, paid })
  return charged
}
