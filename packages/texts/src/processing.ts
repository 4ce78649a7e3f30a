import type { Stage } from '@doslovno/domain/script/status.ts'

export const processingTexts = {
  hint: 'Обычно это занимает до 10\u00a0минут на час записи. Страницу можно закрыть: готовый текст будет ждать в «Моих файлах».',
  eta: (time: string) => `Осталось примерно ${time}`,
  offline: 'Нет связи. Обработка идёт, покажем её, как только появится интернет.',
  ringLabel: 'Обработка файла',
  announce: (percent: number) => `Обработано ${percent}%`,
  tabTitle: (percent: number) => `${percent}%`,
  complete: 'Готово, открываем текст',
  ready: {
    title: 'Файл готов к обработке',
    text: 'Запусти её — и запись станет текстом.',
    action: 'Начать обработку',
  },
  again: 'Обработать ещё раз',
  startFailed: 'Не удалось начать обработку. Попробуй ещё раз.',
} as const

export const stageTexts: Record<Stage, string> = {
  download: 'Скачиваем запись',
  prepare: 'Готовим запись',
  recognise: 'Превращаем речь в текст',
  speakers: 'Разбираем, кто говорит',
  summary: 'Пишем саммари',
}
