import { setTimeout as wait } from 'node:timers/promises'

const WAIT_MS = 300_000

/** Waits for a condition. */
export async function until(isThere: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await wait(50)) if (await isThere()) return
  throw new Error('The condition did not come true')
}
