/** In the order in which people see them. */
export const exportFormats = ['txt', 'vtt', 'srt', 'docx'] as const
export type ExportFormat = (typeof exportFormats)[number]
