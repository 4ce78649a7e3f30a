import type { PlayMoment } from '#lib/file-page/playback.ts'

/** The fields of the file that the panel reads. */
export type PanelFile = {
  scriptId: string
  nameOf: (speaker: number) => string
  /** A single speaker needs no name. */
  hasNames: boolean
  canEdit: boolean
  play: PlayMoment
}
