/** Without kopecks. */
export const roubles = { unit: 100, name: "roubles" } as const
