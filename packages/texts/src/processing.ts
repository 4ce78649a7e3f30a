import type { Stage } from '@doslovno/domain/script/status.ts'

export const processingTexts = {
  hint: 'Вкладку можно закрыть: готовый текст будет ждать в «Моих файлах».',
  mail: 'Пришлём письмо, когда закончим.',
  eta: (time: string) => `Осталось ${time}`,
  estimating: 'Считаем, сколько это займёт',
  offline: 'Нет связи. Обработка идёт, покажем её, как только появится интернет.',
  ringLabel: 'Обработка файла',
  announce: (percent: number) => `Обработано ${percent}%`,
  tabTitle: (percent: number) => `${percent}%`,
  complete: 'Готово, открываем текст',
  draft: 'Уже распознано',
  notify: 'Сообщить, когда будет готово',
  notified: 'Сообщим, когда будет готово',
  ready: (name: string) => `Текст готов: ${name}`,
  inspecting: {
    title: 'Проверяем запись',
    text: 'Смотрим, что внутри и\u00a0сколько она длится. Это займёт несколько секунд.',
  },
  waits: {
    title: 'Файл готов к обработке',
    text: 'Владелец ещё не\u00a0запустил её.',
  },
  again: 'Обработать ещё раз',
  startFailed: 'Не\u00a0удалось начать обработку. Попробуй ещё раз.',
} as const

export const stageTexts: Record<Stage, string> = {
  download: 'Скачиваем запись',
  prepare: 'Готовим запись',
  recognise: 'Превращаем речь в текст',
  speakers: 'Разбираем, кто говорит',
  summary: 'Пишем саммари',
}
