const taken = (movements: string, kind: string) =>
  `(SELECT coalesce(sum(amount), 0) FROM ${movements} c WHERE c.parent = p.reference AND c.kind = '${kind}')`

/** A movement and what followed it, in the SQL that both databases know; `movements` names the table. */
export const selectStanding = (movements: string): string => `
  SELECT p.kind, p.amount, p.currency, p.card,
    ${taken(movements, "capture")} AS captured,
    ${taken(movements, "void")} AS voided,
    ${taken(movements, "refund")} AS refunded
  FROM ${movements} p WHERE p.reference = `

/** All movements, oldest first; without a parent the member is left out. */
export const selectMovements = (movements: string): string =>
  `SELECT 'mov_' || m.id AS id, kind, amount, currency, reference, parent, at FROM ${movements} m ORDER BY m.id`

interface Row {
  readonly parent: string | null
}

export const withoutNullParent = ({ parent, ...rest }: Row): object => (parent === null ? rest : { ...rest, parent })
