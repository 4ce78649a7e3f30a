import { LOCALE } from '#format.ts'
import { countOf } from '#language/plural.ts'

/** Names of the seeded tariffs, by id. */
export const tariffNames: Record<number, string> = { 1: 'Free', 2: 'Старт', 3: 'PRO', 4: 'Business' }

const MONTHLY = 'в\u00a0месяц'

export const tariffsTexts = {
  title: 'Тарифы',
  note: 'Сменить тариф можно будет, когда мы\u00a0подключим оплату.',
  loading: 'Загружаем тарифы',
  popular: 'Популярный',
  yours: 'Твой тариф',
  free: 'Бесплатно',
  price: (roubles: number) => `${roubles.toLocaleString(LOCALE)}\u00a0₽`,
  monthly: MONTHLY,
  minutes: (minutes: number) => `${countOf(minutes, ['минута', 'минуты', 'минут'])} ${MONTHLY}`,
  fileSize: (size: string) => `Файлы до\u00a0${size}`,
  fileCount: (files: number | null) =>
    files === null ? 'Сколько угодно файлов' : `${countOf(files, ['файл', 'файла', 'файлов'])} ${MONTHLY}`,
  storage: (days: number) => `Хранение ${countOf(days, ['день', 'дня', 'дней'])}`,
  extraMinutes: (roubles: number) => `Сверх тарифа ${roubles.toLocaleString(LOCALE)}\u00a0₽/мин.`,
  failed: {
    title: 'Не удалось загрузить тарифы',
    text: 'Проверь связь с интернетом и попробуй ещё раз.',
    action: 'Повторить',
  },
} as const
