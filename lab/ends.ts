type End = () => unknown

const ends: End[] = []

/** Every part that starts something adds its end at once: a run has no other cleaning up. */
export function atEnd(end: End): void {
  ends.push(end)
}

/** Runs a bench or a proof, then ends what it has started, the last first: also after a failure and after Ctrl+C. */
export async function runToEnd(main: () => Promise<void>): Promise<void> {
  for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const)
    process.once(event, (reason) => {
      console.error('ended by', reason)
      void endAll().finally(() => process.exit(1))
    })
  try {
    await main()
  } finally {
    await endAll()
  }
}

/** Does a part of a run, and ends what it has started. */
export async function inPart<T>(work: () => Promise<T>): Promise<T> {
  const before = ends.length
  try {
    return await work()
  } finally {
    await endAll(before)
  }
}

async function endAll(before = 0): Promise<void> {
  while (ends.length > before) {
    try {
      await ends.pop()?.()
    } catch (error) {
      console.error(error)
    }
  }
}
