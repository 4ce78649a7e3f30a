import { folderComponents } from './folders.ts'
import { vocabularyComponents } from './vocabulary.ts'

const times = { start: 'Начало, секунды от начала записи.', end: 'Конец, секунды.' }
const text = 'Текст.'
const speaker = 'Номер спикера, с нуля.'
const kind = 'Вид операции.'
const at = 'Номер первого предложения, с нуля.'
const count = 'Сколько предложений.'

const summaryOfFile = {
  id: 'Идентификатор файла.',
  userId: 'Идентификатор владельца. Виден только ему.',
  fileName: 'Имя файла.',
  fileSize: 'Размер в байтах.',
  type: 'Аудио или видео.',
  duration: 'Длительность в секундах; `null`, пока файл не проверен.',
  uploadAt: 'Когда загружен.',
  status:
    'Состояние: `uploaded` — загружен, `process` — обрабатывается, `complete` — текст готов, `completeWithErrors` — текст готов, но чего-то в нём не хватает (см. `flaws`), `error` — обработать не удалось, `notEnoughMinutes` — не хватило минут.',
  isInspected: 'Проверен ли файл. До проверки неизвестны ни длительность, ни то, исправен ли он.',
  error: 'Почему не удалось обработать: текст для журнала.',
  errorCode: 'Код той же ошибки. Решения принимай по нему.',
  processId: 'Последняя обработка. Видна только владельцу.',
  processStatus: 'Состояние последней обработки.',
  progress: 'Прогресс от 0 до 100, пока идёт обработка.',
  etaSeconds: 'Примерно столько секунд ещё займёт обработка. Есть, только пока она идёт и как только это известно.',
  availableMinutes: 'Сколько целых минут осталось на балансе. Есть, если записи нужно больше.',
  speakers: 'Сколько спикеров; есть, когда готов текст.',
  folderId: 'Папка, в которой он лежит. Видна только владельцу.',
  linkId:
    'Идентификатор в ссылке для всех, если владелец попросил новую: страница — `/files/{linkId}`. Видно только владельцу.',
  keepUntil: 'До какого момента хранятся запись и текст. Видно только владельцу.',
  public: 'Открыт ли файл по ссылке всем.',
  canEdit: 'Можешь ли ты править текст.',
  isExpired: 'Удалены ли запись и текст, потому что закончился срок хранения.',
  firstLine: 'Начало текста, до 200 знаков. Есть только в списках.',
  matched: 'Первое найденное место. Есть только в поиске.',
}

const media = {
  fileSrc: 'Временный адрес исходной записи; `null`, если её уже нет.',
  playbackSrc: 'Временный адрес копии для браузера; `null`, если её ещё нет.',
  srcSeconds: 'Сколько секунд живут адреса.',
}

const state = {
  status: 'Состояние обработки.',
  progress: 'Прогресс от 0 до 100.',
  stage:
    'Этап: `download` — скачивание по ссылке, `prepare` — подготовка звука, `recognise` — распознавание, `speakers` — разделение на спикеров, `summary` — итоги.',
  etaSeconds: 'Примерно столько секунд осталось; `null`, если пока неизвестно.',
  scriptId: 'Файл. Нет, пока запись скачивается по ссылке.',
  title: 'Название записи по ссылке, когда оно известно.',
  error: 'Почему не получилось: текст или сведения о слишком большом файле.',
  errorCode: 'Код той же ошибки. Решения принимай по нему.',
}

const segment = { ...times, text: 'Текст предложения.', speaker, words: 'Слова предложения.' }
const termId = 'Термин словаря.'
const word = {
  text: 'Слово со знаками препинания.',
  ...times,
  confidence: 'Уверенность от 0 до 1; `null` у слов, исправленных вручную.',
  heard:
    'Что было распознано, если слово исправил словарь; пусто у второго и следующих слов термина. Видно только владельцу.',
  termId: 'Термин словаря, который исправил слово. Виден только владельцу.',
  maybe: 'Возможно, здесь сказан термин словаря. Видно только владельцу.',
}
const named = { speakerId: speaker, name: 'Имя спикера.' }

const eventScript = {
  id: 'Идентификатор файла.',
  fileName: 'Имя файла.',
  status: 'Состояние файла.',
  duration: 'Длительность в секундах; `null`, если неизвестна.',
  url: 'Страница файла.',
}
const message = { type: 'Событие.', timestamp: 'Когда оно случилось.', data: 'Данные события.' }
const usage = 'Сколько списано с баланса.'

/** Descriptions of the API's named objects and their fields. */
export const componentTexts = {
  Script: {
    about: 'Файл целиком: сведения, текст по словам, адреса записи и итоги.',
    fields: {
      ...summaryOfFile,
      ...media,
      speakers: 'Сколько спикеров.',
      processedSeconds: 'Сколько секунд от начала обработано, если не вся запись.',
      unheard: 'Отрезки, которые не удалось распознать.',
      speakerNames: 'Спикеры с именами.',
      language: 'Язык записи; `null`, пока нет текста.',
      peaks: 'Громкость по ходу записи, от 0 до 100.',
      version: 'Версия текста. Растёт с каждой правкой.',
      script: 'Текст: предложения по порядку.',
      flaws:
        'Чего не хватает готовому тексту: `partUnheard` — часть не распознана, `speakersFailed` — спикеры не разделены, `summaryFailed` — нет итогов.',
      scriptSummary: 'Готовые итоги.',
      summaryBlocks: 'Состояния всех итогов.',
    },
  },
  ScriptSummary: { about: 'Файл в списке.', fields: summaryOfFile },
  Match: { about: 'Место, найденное поиском.', fields: { text: 'Найденный фрагмент.', ...times } },
  Segment: {
    about: 'Предложение с временем и спикером.',
    fields: { ...segment, speakerName: 'Имя спикера, если оно задано.' },
  },
  Word: { about: 'Слово с временем.', fields: word },
  TermQuestion: {
    about: 'Вопрос словаря: это слово и следующие за ним могут быть термином.',
    fields: { text: 'Термин в нужной форме.', words: 'О скольких словах вопрос.', termId },
  },
  ProcessVocabulary: {
    about: 'Что добавить к твоему словарю для одного файла.',
    fields: {
      vocabularyIds: 'Общие словари, в которых ты участвуешь.',
      names: 'Имена участников; в словарь они не попадут.',
    },
  },
  Media: { about: 'Временные адреса записи. Запрашивай новые, когда старые истекут.', fields: media },
  Speaker: { about: 'Спикер с именем.', fields: named },
  Span: { about: 'Отрезок записи.', fields: times },
  UnheardSpan: {
    about: 'Речь, для которой не нашлось слов.',
    fields: {
      ...times,
      again: 'Владелец попросил разобрать её ещё раз (`asked`), или и это ничего не дало (`nothing`).',
    },
  },
  DraftSentence: { about: 'Предложение черновика.', fields: { ...times, text } },
  DraftTurn: { about: 'Реплика: отрезок записи и кто в нём говорит.', fields: { ...times, speaker } },
  ProcessState: { about: 'Ход обработки.', fields: state },
  ScriptState: {
    about: 'Ход последней обработки файла. Пока обработки не было — состояние самого файла.',
    fields: { ...state, status: 'Состояние обработки, а до неё — состояние файла.' },
  },
  Summary: {
    about: 'Итоги записи: о чём она, краткое содержание или тезисы. Каждое утверждение сверено с записью.',
    fields: {
      id: 'Идентификатор; `null`, пока итогов нет.',
      type: 'Вид: `about` — о чём запись, `summary` — краткое содержание, `theses` — тезисы.',
      status: 'Состояние: `missing` — нет, `process` — составляются, `complete` — готовы, `error` — не получились.',
      progress: 'Прогресс от 0 до 100.',
      reading: 'Сколько частей записи прочитано, пока итоги составляются.',
      text: 'Весь текст итогов; пусто, пока они не готовы.',
      content: 'Строка для `about` и `summary`, список для `theses`.',
      statements: 'Утверждения по одному, со ссылками на запись.',
      checked: 'Сколько утверждений подтвердила проверка.',
      missing: 'Отрезки записи, которые не удалось прочитать.',
      engine: 'Кто составил: `llm` — языковая модель, `extract` — предложения самой записи.',
      lack: 'Почему готовые итоги пусты: `unclear` — запись распознана плохо, `tooFew` — в ней мало законченных фраз.',
      isStale: 'Устарели ли итоги после правок текста.',
      fallen: 'Сколько утверждений потеряли подтверждение после правок.',
      canMake: 'Можешь ли ты сейчас составить итоги.',
      canChooseTemplate: 'Можешь ли ты выбрать шаблон.',
      templateId: 'Шаблон; `null` — подобран по типу записи.',
      madeAt: 'Когда составлены.',
    },
  },
  SummaryBlock: {
    about: 'Состояние одного вида итогов.',
    fields: { type: 'Вид итогов.', status: 'Состояние.' },
  },
  SummaryReading: {
    about: 'Сколько частей записи прочитано.',
    fields: { done: 'Прочитано частей.', total: 'Всего частей.' },
  },
  SummaryPoint: { about: 'Тезис с временем.', fields: { start: times.start, text: 'Тезис.' } },
  SummaryCheck: {
    about: 'Что дала проверка утверждений.',
    fields: { confirmed: 'Подтверждены.', total: 'Всего показано.', dropped: 'Отброшены как неподтверждённые.' },
  },
  Statement: {
    about: 'Утверждение итогов, привязанное к записи.',
    fields: {
      text: 'Утверждение.',
      start: 'Первое место в записи, секунды.',
      check:
        'Проверка: `confirmed` — подтверждено, `unsure` — подтверждено не всё, `dropped` — запись этого не говорит, `linked` — сверены только ссылки и числа.',
      reasons: 'Почему не подтверждено.',
      who: 'Номера спикеров, которые это сказали.',
      section: 'Раздел шаблона.',
      evidence: 'Места записи, на которых утверждение держится.',
    },
  },
  StatementReason: {
    about: 'Причина, по которой утверждение не подтверждено.',
    fields: { code: 'Что не сошлось с записью.', words: 'Слова, которых запись не подтверждает.' },
  },
  Moment: {
    about: 'Место записи.',
    fields: { ...times, text: 'Что там сказано.', speaker },
  },
  ChapterView: { about: 'Глава записи.', fields: { start: times.start, title: 'Название.' } },
  ActionItem: {
    about: 'Задача или решение из записи.',
    fields: {
      id: 'Идентификатор.',
      kind: '`task` — задача, `decision` — решение, `candidate` — предложение, похожее на задачу.',
      text,
      ...times,
      who: 'Номера спикеров, которые это сказали.',
      due: 'Срок; `null`, если его не назвали.',
      check: 'Проверка по записи.',
      isDone: 'Отмечена ли выполненной.',
    },
  },
  Due: {
    about: 'Срок задачи.',
    fields: { text: 'Как он прозвучал.', date: 'Дата, если её можно вычислить.' },
  },
  SettingsTemplate: {
    about: 'Шаблон итогов.',
    fields: { id: 'Номер: его принимает `templateId`.', name: 'Название.', description: 'Для каких записей.' },
  },
  Upload: {
    about: 'Загрузка по частям, прямо в хранилище.',
    fields: {
      id: 'Идентификатор загрузки.',
      fileName: 'Имя файла.',
      size: 'Размер файла в байтах.',
      contentType: 'Тип содержимого.',
      partSize: 'Размер каждой части, кроме последней, в байтах.',
      uploadedBytes: 'Сколько байт уже принято.',
      createdAt: 'Когда начата.',
      expiresAt: 'Когда незаконченная загрузка будет удалена.',
    },
  },
  UploadPart: {
    about: 'Принятая часть файла.',
    fields: {
      number: 'Номер, с единицы.',
      size: 'Размер в байтах.',
      etag: 'Метка хранилища.',
      sha256: 'SHA-256 части в шестнадцатеричном виде.',
    },
  },
  ...folderComponents,
  ...vocabularyComponents,
  WebhookEndpoint: {
    about: 'Адрес, который получает события.',
    fields: {
      id: 'Идентификатор.',
      url: 'Адрес.',
      events: 'События, о которых он узнаёт.',
      secret:
        'Секрет подписи, начинается с `whsec_`. Храни его как пароль: ключ API видит его один раз, когда создаёт вебхук, потом здесь `null`.',
      isEnabled: 'Включён ли.',
      disabledAt: 'Когда мы его выключили; `null`, если он включён или выключен тобой.',
      disabledReason:
        'Почему мы его выключили: `failing` — несколько дней ничего не удавалось доставить, `gone` — адрес ответил 410.',
      createdAt: 'Когда создан.',
    },
  },
  WebhookDelivery: {
    about: 'Доставка одного события на один адрес.',
    fields: {
      id: 'Идентификатор доставки.',
      messageId: 'Заголовок `webhook-id`. При повторе он тот же.',
      type: 'Событие.',
      state: '`pending` — ещё пробуем, `delivered` — доставлено, `failed` — попытки кончились.',
      attempts: 'Сколько было попыток.',
      createdAt: 'Когда случилось событие.',
      lastAttemptAt: 'Когда была последняя попытка.',
      nextAttemptAt: 'Когда будет следующая.',
      lastStatus: 'HTTP-статус последнего ответа; `null`, если ответа не было.',
      lastError: 'Почему не получилось в последний раз.',
    },
  },
  EditedSegment: { about: 'Предложение без имени спикера.', fields: segment },
  SentSegment: { about: 'Предложение в операции.', fields: segment },
  SentWord: { about: 'Слово в операции.', fields: word },
  SentSpeaker: { about: 'Спикер в операции; пустое имя убирает его.', fields: named },
  NamedSpeaker: { about: 'Имя спикера.', fields: named },
  Replacement: {
    about: 'Замена слов внутри предложения.',
    fields: { at, from: 'Первое слово, с нуля.', to: 'Слово после последнего.', text: 'Новый текст.' },
  },
  SegmentPatch: {
    about: 'Замена предложений целиком.',
    fields: { at, count, segments: 'Новые предложения.' },
  },
  SpeakerRun: { about: 'Подряд идущие предложения одного спикера.', fields: { at, count, speaker } },
  Operation: { about: 'Правка текста. Номера относятся к той версии, для которой она сделана.', fields: {} },
  EditText: { about: 'Заменяет текст предложений.', fields: { kind, at, count, text: 'Новый текст.' } },
  ReplaceMany: { about: 'Заменяет слова во многих местах сразу.', fields: { kind, replacements: 'Замены.' } },
  SplitSegment: {
    about: 'Делит предложение надвое.',
    fields: { kind, at, word: 'Слово, с которого начнётся второе предложение, с нуля.' },
  },
  AssignSpeaker: {
    about: 'Меняет спикера.',
    fields: {
      kind,
      at,
      count: `${count} По умолчанию одно.`,
      scope: '`phrase` — только здесь, `onwards` — и дальше, пока говорит тот же спикер.',
      speaker,
    },
  },
  MergeSpeakers: {
    about: 'Объединяет двух спикеров в одного.',
    fields: { kind, from: 'Кого убрать.', into: 'Кого оставить.' },
  },
  AddSpeaker: { about: 'Добавляет спикера.', fields: { kind, speaker: 'Новый спикер.' } },
  NameSpeaker: { about: 'Даёт спикеру имя.', fields: { kind, speaker: 'Спикер и его имя.' } },
  RestoreSegments: { about: 'Возвращает прежние предложения: отменяет правку.', fields: { kind, patches: 'Замены.' } },
  RestoreSpeakers: {
    about: 'Возвращает прежних спикеров: отменяет правку.',
    fields: { kind, runs: 'Чьи предложения.', speakers: 'Спикеры с именами.' },
  },
  ErrorBody: {
    about: 'Тело любой ошибки.',
    fields: {
      error: 'Текст, который обещал первый API; если файл по ссылке слишком большой — его размеры.',
      code: 'Код ошибки. Решения принимай по нему.',
      message: 'Что случилось, по-английски: для журнала.',
      fields: 'Ошибки отдельных полей запроса, по их именам.',
    },
  },
  ErrorCode: { about: 'Код ошибки.', fields: {} },
  FieldErrorBody: {
    about: 'Ошибка одного поля.',
    fields: { code: 'Код, например `wrongFormat`.', message: 'Что не так, по-английски.' },
  },
  TooBig: {
    about: 'Слишком большой файл.',
    fields: {
      size: 'Размер файла в байтах.',
      fileName: 'Имя файла.',
      fileSize: 'Наибольший размер твоего тарифа в байтах.',
    },
  },
  EventScript: { about: 'Файл в событии.', fields: eventScript },
  EventSummary: {
    about: 'Итоги в событии.',
    fields: { scriptId: 'Идентификатор файла.', type: 'Вид итогов.', status: 'Состояние итогов.' },
  },
  FailedScript: {
    about: 'Файл, который не удалось обработать.',
    fields: { ...eventScript, error: 'Что случилось: текст для журнала.', errorCode: 'Код ошибки.' },
  },
  EventWebhook: { about: 'Вебхук в событии.', fields: { id: 'Идентификатор вебхука.' } },
  CompletedData: { about: 'Данные события `script.completed`.', fields: { script: 'Файл.' } },
  FailedData: { about: 'Данные события `script.failed`.', fields: { script: 'Файл и ошибка.' } },
  SummaryData: { about: 'Данные события `summary.completed`.', fields: { summary: 'Итоги.' } },
  TestData: { about: 'Данные события `webhook.test`.', fields: { webhook: 'Вебхук, который проверяют.' } },
  ScriptCompleted: { about: 'Текст готов.', fields: message },
  ScriptFailed: { about: 'Обработать не удалось.', fields: message },
  SummaryCompleted: { about: 'Итоги готовы.', fields: message },
  WebhookTest: { about: 'Проверка вебхука.', fields: message },
  Transcription: { about: 'Текст записи.', fields: { text: 'Весь текст.', usage } },
  VerboseTranscription: {
    about: 'Текст записи с временем.',
    fields: {
      task: 'Всегда `transcribe`.',
      language: 'Язык записи, по-английски: `russian`.',
      duration: 'Длительность в секундах.',
      text: 'Весь текст.',
      segments: 'Предложения, если их просили.',
      words: 'Слова, если их просили.',
      usage,
    },
  },
  TranscriptionUsage: {
    about: 'Сколько записи списано с баланса.',
    fields: { type: 'Всегда `duration`.', seconds: 'Секунды.' },
  },
  TranscriptionSegment: {
    about: 'Предложение в виде OpenAI.',
    fields: {
      id: 'Номер, с нуля.',
      seek: 'Начало в сотых долях секунды.',
      ...times,
      text: 'Текст предложения.',
      tokens: 'Всегда пусто.',
      temperature: 'Всегда 0.',
      avg_logprob: 'Средний логарифм уверенности.',
      compression_ratio: 'Во сколько раз сжимается текст.',
      no_speech_prob: 'Всегда 0.',
    },
  },
  TranscriptionWord: { about: 'Слово в виде OpenAI.', fields: { word: 'Слово.', ...times } },
  OpenaiErrorBody: { about: 'Тело ошибки в виде OpenAI.', fields: { error: 'Ошибка.' } },
  OpenaiError: {
    about: 'Ошибка в виде OpenAI.',
    fields: {
      message: 'Что случилось, по-английски.',
      type: 'Вид ошибки по OpenAI, например `invalid_request_error`.',
      param: 'Какое поле виновато.',
      code: 'Код ошибки: код OpenAI там, где его клиенты по нему решают, иначе наш.',
    },
  },
} as const
