import type { SummarySection } from '@doslovno/domain/summary/types.ts'
import type { MediaType } from '@doslovno/domain/upload/options.ts'

import { countOf } from '#language/plural.ts'

/** Headings of the sections of a summary. */
export const sectionTitles: Record<SummarySection, string> = {
  main: 'Главное',
  theses: 'Тезисы',
  agenda: 'Повестка',
  decisions: 'Решения',
  tasks: 'Поручения',
  open: 'Открытые вопросы',
  topic: 'Тема',
  terms: 'Определения',
  points: 'Основные положения',
  examples: 'Примеры и числа',
  questions: 'Вопросы из зала',
  guest: 'Гость',
  answers: 'Вопросы и ответы',
  quotes: 'Сильные мысли',
  need: 'С чем обратились',
  problem: 'Что пошло не так',
  objections: 'Возражения и ответы',
  agreed: 'Договорились',
  next: 'Следующие шаги',
  facts: 'Суммы, номера, адреса',
}

/** Ends a line that the recording does not confirm. */
export const UNCONFIRMED = '(не подтверждено)'

/** A sentence of the recording, where it stands beside sentences of ours. */
export const quoteText = (text: string) => `«${text.replaceAll('«', '„').replaceAll('»', '“')}»`

const kinds: Record<MediaType, string> = {
  interview: 'Интервью',
  lection: 'Лекция',
  talking: 'Разговор',
  meeting: 'Совещание',
  other: 'Запись',
}

const few = ['', '', 'двое', 'трое', 'четверо', 'пятеро', 'шестеро', 'семеро']

type Recording = { mediaType: MediaType; speakers: number; seconds: number }

/** «Совещание, говорят трое, 42 минуты.» */
export function recordingText({ mediaType, speakers, seconds }: Recording): string {
  return `${kinds[mediaType]}, ${voicesText(speakers)}, ${durationText(seconds)}.`
}

/** «Речь о сроках релиза, бюджете и найме.» */
export function topicsText(topics: readonly string[]): string {
  if (topics.length === 0) return ''
  const [last, ...others] = topics.toReversed()
  return others.length === 0 ? `Речь о ${last}.` : `Речь о ${others.toReversed().join(', ')} и ${last}.`
}

function voicesText(speakers: number): string {
  if (speakers <= 1) return 'один голос'
  return `говорят ${few[speakers] ?? countOf(speakers, ['человек', 'человека', 'человек'])}`
}

const SECONDS_PER_MINUTE = 60
const MINUTES_PER_HOUR = 60

function durationText(seconds: number): string {
  const whole = Math.round(seconds / SECONDS_PER_MINUTE)
  if (whole === 0) return 'меньше минуты'
  const [hours, minutes] = [Math.floor(whole / MINUTES_PER_HOUR), whole % MINUTES_PER_HOUR]
  const parts = [
    ...(hours > 0 ? [countOf(hours, ['час', 'часа', 'часов'])] : []),
    ...(minutes > 0 ? [countOf(minutes, ['минута', 'минуты', 'минут'])] : []),
  ]
  return parts.join(' ')
}

/** Summary templates of a new installation. */
export const templateTexts = [
  { code: 'standard', name: 'Обычный', description: 'О чём запись, главное и тезисы' },
  { code: 'minutes', name: 'Протокол встречи', description: 'Решения, задачи, ответственные и сроки' },
  { code: 'lecture', name: 'Конспект лекции', description: 'Темы по порядку, определения и примеры' },
  { code: 'interview', name: 'Интервью', description: 'Вопросы и ответы, яркие цитаты' },
  { code: 'call', name: 'Звонок с клиентом', description: 'Потребности, возражения и следующие шаги' },
] as const
