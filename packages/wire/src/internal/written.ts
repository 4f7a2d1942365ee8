/** Documents before they are text. */

/** A word of core as the interface spells it. */
export type Spelled<Word extends string> = Word extends `${infer Head}-${infer Tail}`
  ? `${Head}_${Spelled<Tail>}`
  : Word

export const spelled = <const Word extends string>(word: Word): Spelled<Word> =>
  word.replaceAll("-", "_") as Spelled<Word>

/** A document as its schema has it. JSON leaves undefined members out. */
export type Written<Encoded> =
  Encoded extends ReadonlyArray<infer One>
    ? ReadonlyArray<Written<One>>
    : Encoded extends object
      ? {
          readonly [Name in keyof Encoded]: Partial<Pick<Encoded, Name>> extends Pick<Encoded, Name>
            ? Written<Encoded[Name]> | undefined
            : Written<Encoded[Name]>
        }
      : Encoded
