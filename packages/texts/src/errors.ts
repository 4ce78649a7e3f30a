import type { ErrorCode } from '@doslovno/domain/errors.ts'

/** The event and the way out of it. */
export type Failure = { title: string; text: string }

const other: Failure = {
  title: 'Ошибка обработки файла',
  text: 'Запись на месте. Попробуй обработать её ещё раз.',
}

const byCode: Partial<Record<ErrorCode, Failure>> = {
  noAudioStream: {
    title: 'Файл не содержит ни одной аудио дорожки',
    text: 'Проверь, что запись сохранилась со звуком, и загрузи её ещё раз.',
  },
  mediaBroken: {
    title: 'Файл не может быть обработан',
    text: 'Файл повреждён или сохранился не до конца. Открой его у себя: если не играет, пересохрани запись.',
  },
  recordingTooLong: {
    title: 'Запись длиннее 12 часов',
    text: 'Раздели её на части и загрузи их по очереди.',
  },
  notEnoughMinutes: {
    title: 'Недостаточно минут для обработки видео',
    text: 'Купи ещё минуты — запись никуда не\u00a0денется.',
  },
  unsupportedFormat: {
    title: 'Данный формат файла не поддерживается',
    text: 'Сохрани запись как MP3, WAV, M4A или MP4 и загрузи её ещё раз.',
  },
}

/** The text for failed processing. */
export function processingFailure(code: ErrorCode | undefined): Failure {
  return (code && byCode[code]) ?? other
}
