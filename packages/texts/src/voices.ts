import { countOf } from '#language/plural.ts'

/** The panel that names all speakers of a file. */
export const voicesTexts = {
  open: 'Назвать голоса',
  title: 'Назови голоса',
  lead: 'Послушай три секунды и\u00a0напиши имя. Enter\u00a0— следующий голос.',
  close: 'Закрыть',
  offerLabel: 'Голоса без\u00a0имён',
  offer: (count: number) =>
    `${countOf(count, ['голос', 'голоса', 'голосов'])} без\u00a0имён. Назови их\u00a0за\u00a0раз.`,
  dismiss: 'Не\u00a0нужно',
  cards: 'Голоса',
  listen: 'Послушать',
  stop: 'Остановить',
  share: (percent: number) => `${percent}% речи`,
  field: (name: string) => `Имя голоса: ${name}`,
  same: 'Это тот\u00a0же, что…',
  drag: 'Перетащи на\u00a0другую карточку, если это один человек',
  named: (name: string) => `Теперь это ${name}`,
  merged: (from: string, into: string) => `${from}\u00a0— это ${into}`,
  undo: 'Вернуть',
  undone: 'Вернули как было',
  progress: (named: number, all: number) => `Названо ${named} из\u00a0${all}`,
  done: 'Готово',
} as const

/** The key that opens the panel, for the list of shortcuts. */
export const voicesKey = { keys: ['N'], text: 'Назвать голоса' } as const

/** The text as it was said, or only what is worth reading. */
export const textViewTexts = {
  clean: 'Без\u00a0мусора',
  verbatim: 'Дословно',
  show: 'Читать без\u00a0мусора',
  note: 'Без\u00a0мусора: «э-э», повторы и\u00a0обрывки слов скрыты.',
  noteForOwner: 'Правки\u00a0— в\u00a0дословном тексте.',
  back: 'Показать дословно',
  editing: 'Правим дословный текст',
} as const

/** The name of a speaker until a user gives one. */
export function defaultSpeakerName(speaker: number): string {
  return `Спикер ${speaker + 1}`
}

type Named = { speakerNames: readonly { speakerId: number; name: string }[] }

/** The given name of a speaker, else one by number. */
export function speakerName({ speakerNames }: Named, speaker: number): string {
  return speakerNames.find(({ speakerId }) => speakerId === speaker)?.name ?? defaultSpeakerName(speaker)
}
