import { classes } from '@doslovno/domain/process/fair-share.ts'
import { longestPerMedian, simulateOverload } from '@doslovno/domain/test/overload.ts'

import { isShort, type Mark } from '#lab/marks.ts'

const FILES = isShort ? 300 : 2000
const MOST = 3

/** Twice as much work arrives as the workers can do, in files of one minute to three hours. */
export async function overload(): Promise<Mark[]> {
  const served = simulateOverload({ files: FILES, slots: 8, load: 2, seed: 20_261_116 })
  return classes.map((name) => {
    const ratio = longestPerMedian(served, name)
    return {
      expected: `twice the capacity, ${FILES} files of mixed lengths (simulated): longest wait of ${name} ≤ ${MOST} × its median`,
      seen: `${ratio.toFixed(2)} ×`,
      isMet: ratio <= MOST,
    }
  })
}
