/**
 * Few of the seeds 1 to 2000: together they come to every fault point, before and after, and reach most kinds of things that
 * all of these reach, as `Coverage` tells them apart. Chosen by `--choose kinds --most 60`. What a seed is changes with the
 * simulation and with the gateway, so the list is made again when either has changed much.
 */
export const chosenSeeds: ReadonlyArray<number> = [
  23, 41, 122, 145, 165, 173, 202, 204, 210, 223, 230, 232, 237, 355, 414, 538, 597, 620, 640, 662, 746, 759, 822, 879,
  901, 905, 931, 934, 952, 971, 1036, 1058, 1063, 1067, 1070, 1076, 1132, 1174, 1208, 1263, 1276, 1319, 1321, 1342,
  1401, 1550, 1574, 1616, 1623, 1640, 1679, 1736, 1802, 1816, 1821, 1958, 1964, 1980, 1992, 1994
]

/**
 * Of the seeds 1 to 900 with estranged processes, those that reach the types of operations that are seldom under way, and those
 * in which most are. Together their processes stand still more than 400 times, with operations of every type under way. They age
 * as the others do.
 */
export const estrangedSeeds: ReadonlyArray<number> = [
  62, 76, 80, 113, 126, 156, 172, 243, 339, 345, 386, 421, 422, 425, 429, 471, 495, 498, 503, 508, 511, 563, 566, 583,
  707, 777, 805, 853, 890, 896
]
