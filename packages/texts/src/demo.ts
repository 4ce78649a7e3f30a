import { FREE_MINUTES } from './brand.ts'

/** The sample file that everybody may open. */
export const demoTexts = {
  link: 'Посмотреть пример',
  banner: {
    label: 'О примере',
    text: 'Это пример.',
    visitor: `Загрузи свою запись бесплатно: ${FREE_MINUTES}`,
    user: 'Загрузи свою запись\u00a0— и\u00a0читай её так\u00a0же',
    register: 'Зарегистрироваться',
    upload: 'Загрузить запись',
  },
  /** The licence of a voice asks for its authors. */
  credits:
    'Разговор придуман, голоса синтезированы: RHVoice\u00a0— Ирина и\u00a0Елена (Ольга Яковлева, LGPL\u00a02.1+), Александр (Артём Плаксин, Сергей Паршаков, Бека Гозалишвили, Александр Карлов, CC\u00a0BY-SA\u00a04.0). Запись и\u00a0текст\u00a0—',
  licence: 'CC\u00a0BY-SA\u00a04.0',
  /** The live piece beside the sign-in form. */
  live: {
    label: 'Пример расшифровки',
    play: 'Слушать пример',
    pause: 'Пауза',
    still: 'Остановить подсветку',
    move: 'Показать подсветку',
    text: 'Текст примера',
    open: 'Открыть пример',
    failed: 'Не удалось включить звук',
  },
} as const
