import type { ExportFormat } from '@doslovno/domain/export/formats.ts'

export type EmailChoice = { isOn: boolean; formats: readonly ExportFormat[] }

/** Whether there is something to save; mails need at least one format. */
export function canSave(saved: EmailChoice, choice: EmailChoice): boolean {
  if (!choice.isOn) return saved.isOn
  return choice.formats.length > 0 && (!saved.isOn || !isSame(saved.formats, choice.formats))
}

function isSame(one: readonly ExportFormat[], other: readonly ExportFormat[]): boolean {
  return one.length === other.length && one.every((format) => other.includes(format))
}
