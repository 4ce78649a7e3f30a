/** Colours of the palette, `--speaker-1` to `--speaker-8`; whoever comes after that starts over. */
const COLOURS = 8

export function speakerColour(speaker: number): string {
  return `var(--speaker-${(speaker % COLOURS) + 1})`
}
