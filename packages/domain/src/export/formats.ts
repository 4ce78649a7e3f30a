/** In the order in which people see them. */
export const exportFormats = ['txt', 'vtt', 'srt', 'docx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** In the order of the notification settings. */
export const notificationFormats = ['txt', 'docx', 'srt', 'vtt'] as const satisfies readonly ExportFormat[]
