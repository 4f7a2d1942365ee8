/**
 * Few of the seeds 1 to 2000: together they reach every kind of thing that any of these reaches, and every fate of a process
 * at every fault point, as `Coverage` tells them apart. Chosen by `--choose kinds` from those that `--choose situations` had
 * chosen. What a seed is changes with the simulation and with the gateway, so the list is made again when either has changed much.
 */
export const chosenSeeds: ReadonlyArray<number> = [
  49, 51, 66, 79, 80, 110, 137, 190, 199, 225, 227, 271, 301, 302, 418, 425, 427, 441, 465, 471, 511, 544, 551, 567,
  583, 587, 589, 655, 663, 703, 741, 746, 750, 759, 779, 784, 802, 826, 839, 842, 889, 918, 948, 964, 990, 1000, 1002,
  1049, 1062, 1092, 1152, 1161, 1173, 1176, 1178, 1207, 1225, 1248, 1260, 1309, 1325, 1329, 1404, 1425, 1426, 1480,
  1515, 1545, 1547, 1550, 1586, 1607, 1621, 1626, 1694, 1701, 1741, 1755, 1771, 1814, 1826, 1830, 1848, 1854, 1894,
  1923, 1953, 1981, 1983, 1989
]

/**
 * Of the seeds 1 to 860 with estranged processes, those that reach the types of operations that are seldom under way, and those
 * in which most are. Together their processes stand still more than 400 times, with operations of every type under way. They age
 * as the others do.
 */
export const estrangedSeeds: ReadonlyArray<number> = [
  1, 27, 28, 29, 41, 94, 121, 129, 142, 152, 162, 180, 195, 226, 238, 249, 250, 252, 264, 265, 266, 269, 301, 316, 331,
  343, 363, 364, 378, 395, 410, 415, 427, 433, 436, 468, 475, 476, 478, 488, 494, 503, 513, 561, 563, 621, 654, 671,
  676, 741
]
