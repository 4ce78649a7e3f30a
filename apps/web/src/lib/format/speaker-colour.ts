/** Colours `--speaker-1` to `--speaker-8`, repeating. */
const COLOURS = 8

export function speakerColour(speaker: number): string {
  return `var(--speaker-${(speaker % COLOURS) + 1})`
}
