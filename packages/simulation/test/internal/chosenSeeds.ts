/**
 * Few of the seeds 1 to 1100: together they come to every fault point, before and after, and reach most kinds of things that
 * all of these reach, as `Coverage` tells them apart. Chosen by `--choose kinds --most 60`, but for 1011, the only one in
 * which a process goes once an operator's correction is committed. What a seed is changes with the
 * simulation and with the gateway, so the list is made again when either has changed much.
 */
export const chosenSeeds: ReadonlyArray<number> = [
  10, 23, 28, 55, 66, 79, 81, 100, 116, 117, 122, 185, 204, 232, 233, 237, 249, 292, 299, 310, 313, 355, 370, 425, 429,
  436, 467, 560, 566, 587, 595, 597, 615, 622, 646, 657, 703, 705, 709, 727, 728, 769, 811, 815, 826, 851, 868, 880,
  893, 901, 916, 935, 958, 967, 981, 992, 997, 1011, 1061, 1077
]

/**
 * Of the seeds 1 to 1200 with estranged processes, few that reach the types of operations that are seldom under way.
 * Together their processes stand still more than 400 times, with operations of every type under way. They age as the
 * others do.
 */
export const estrangedSeeds: ReadonlyArray<number> = [236, 425, 544, 808, 1073, 1128]
