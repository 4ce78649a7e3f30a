import { expect, vi } from 'vitest'

// `vi.waitFor`, `expect.poll` and actions such as `fill` move a fake clock while they wait, so that any shorter or longer
// time passes. Here the page gets real time to act, and the clock moves only as far as a test says.

/** Taken before a test replaces it. */
const inRealTime = setTimeout.bind(globalThis)
const FRAME_MS = 20
const FEW_FRAMES = 5
/** Only ends what hangs. */
const MOST_FRAMES = 500

/** Waits until the page shows it, with the clock at rest. */
export async function atRestUntil(isSo: () => boolean): Promise<void> {
  for (let frame = 0; frame < MOST_FRAMES && !isSo(); frame += 1) await passFrame()
  expect(isSo(), 'what happens while the clock is at rest').toBe(true)
  // The next timer must have begun, too.
  await passFrames()
}

/** Expects that nothing changes for so long. */
export async function staysFor(ms: number, read: () => unknown): Promise<void> {
  const before = read()
  await vi.advanceTimersByTimeAsync(ms)
  await passFrames()
  expect(read(), `after ${ms} ms`).toEqual(before)
}

/** Expects a change after exactly so long; returns what there is then. */
export async function changesAfter<T>(ms: number, read: () => T): Promise<T> {
  const before = read()
  await staysFor(ms - 1, read)
  await vi.advanceTimersByTimeAsync(1)
  await atRestUntil(() => read() !== before)
  return read()
}

async function passFrames(): Promise<void> {
  for (let frame = 0; frame < FEW_FRAMES; frame += 1) await passFrame()
}

/** Timers without a delay are due at once. */
async function passFrame(): Promise<void> {
  await new Promise((resolve) => inRealTime(resolve, FRAME_MS))
  await vi.advanceTimersByTimeAsync(0)
}
