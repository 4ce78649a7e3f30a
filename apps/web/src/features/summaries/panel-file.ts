import type { PlayMoment } from '#lib/file-page/listening.ts'

/** What the panel knows of the file beside it. */
export type PanelFile = {
  scriptId: string
  nameOf: (speaker: number) => string
  /** A single speaker needs no name. */
  hasNames: boolean
  canEdit: boolean
  play: PlayMoment
}
