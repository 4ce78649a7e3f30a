/** Decimal units: 1 КБ is 1000 Б. */
export const sizeUnits = ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ', 'ПБ'] as const

export const timeUnits = { hours: 'ч', minutes: 'мин', seconds: 'с' } as const

export const guessTexts = { lessThanMinute: 'меньше минуты', about: (time: string) => `примерно ${time}` } as const

export const dayTexts = { today: 'Сегодня', yesterday: 'Вчера' } as const

export const LOCALE = 'ru-RU'
