/** Ten minutes per hour of recording: what people are promised where the installation keeps it. */
export const PROMISED_MINUTES_PER_HOUR = 10

/** A finished process: the length of the recording, and how long its owner waited from the start to the text. */
export type Finished = { recordedSeconds: number; waitedSeconds: number }

const MOST_SHARE = 0.9

/** Minutes per hour of recording within which nine of ten files were done; undefined for no files. */
export function minutesPerHourOf(finished: readonly Finished[]): number | undefined {
  const speeds = finished.map(({ recordedSeconds, waitedSeconds }) => (60 * waitedSeconds) / recordedSeconds)
  const slowest = speeds.toSorted((a, b) => a - b)[Math.ceil(speeds.length * MOST_SHARE) - 1]
  return slowest === undefined ? undefined : Math.max(1, Math.ceil(slowest))
}
