import { folderOperations } from './folders.ts'
import { vocabularyOperations } from './vocabulary.ts'

const script = { id: 'Идентификатор файла.' }
const upload = { id: 'Идентификатор загрузки.' }
const webhook = { id: 'Идентификатор вебхука.' }
const summary = { ...script, type: 'Вид итогов: `about`, `summary` или `theses`.' }
const paging = { page: 'Страница, с единицы.', pageSize: 'Сколько на странице.' }
const sort = 'Порядок, по умолчанию сначала новые. Знак `+` в адресе пиши как `%2B`.'
const changed = { script: 'Файл после изменения.' }
const file = { script: 'Загруженный файл.' }
const inFolder = 'Только файлы этой папки.'
const processId = 'Идентификатор обработки.'
const delivery = { delivery: 'Доставка.' }

/** Descriptions of every public call, its input and its reply. */
export const operationTexts = {
  uploadScript: {
    summary: 'Загрузить файл',
    description:
      'Одним запросом `multipart/form-data` с полем `file`. Удобно для небольших файлов; большие надёжнее загружать по частям. После загрузки запусти обработку: `POST /api/scripts/{id}/process`.',
    reply: file,
  },
  uploadByLink: {
    summary: 'Загрузить по ссылке',
    description:
      'Скачивает запись по прямой ссылке или со страницы видео. Нужен платный тариф. За ходом следи по `GET /api/processes/{processId}`: когда запись скачана, там появится `scriptId`.',
    body: { url: 'Ссылка на запись, `http` или `https`.', folderId: 'Папка, в которую попадёт файл.' },
    reply: { processId: 'Идентификатор скачивания.' },
  },
  cancelUploadByLink: {
    summary: 'Остановить загрузку по ссылке',
    description: 'Прекращает скачивание и удаляет скачанное.',
    body: { processId: 'Идентификатор скачивания.' },
    reply: {},
  },
  processScript: {
    summary: 'Запустить обработку',
    description:
      'Распознаёт речь, разделяет её на спикеров и составляет итоги. Тратит минуты баланса. Узнать о конце можно опросом `GET /api/scripts/{id}/status` или вебхуком `script.completed`.',
    params: script,
    body: {
      mediaType: 'Что это за запись; по ней подбирается шаблон итогов.',
      speakersCount: 'Сколько спикеров: `-2` — определить самим, `-1` — пять и больше.',
      language: 'Язык записи; `auto` — определить самим.',
      badQuality: 'Плохое качество звука.',
      templateId: 'Шаблон итогов; `null` — подобрать самим.',
      vocabulary: 'Словарь для этого файла; без поля применится твой, `null` — никакой.',
      force: 'Обработать от начала столько, на сколько хватит минут.',
      again: 'Распознать заново файл, у которого уже есть текст.',
    },
    reply: { processId },
  },
  cancelProcessing: {
    summary: 'Остановить обработку',
    description:
      'Минуты возвращаются на баланс, кроме показанных черновиком: первая из них бесплатна, остальные потрачены. Начатую обработку можно остановить пять раз в час.',
    params: script,
    reply: {},
  },
  getScriptStatus: {
    summary: 'Узнать ход обработки файла',
    description: 'Дешёвый запрос для опроса. Раз в две-три секунды достаточно.',
    params: script,
  },
  getProcess: {
    summary: 'Узнать ход обработки или загрузки по ссылке',
    description: 'То же, что ход обработки файла, но по идентификатору обработки или скачивания.',
    params: { processId },
  },
  listScripts: {
    summary: 'Список файлов',
    description: 'Твои файлы, по умолчанию сначала новые.',
    query: { ...paging, sort, folder: inFolder },
    reply: {
      data: 'Файлы страницы.',
      total: 'Сколько файлов всего.',
      minutesPerHour: 'Сколько минут сейчас занимает обработка часа записи. Есть, только пока файлов нет.',
    },
  },
  searchScripts: {
    summary: 'Поиск по файлам',
    description: 'Ищет в именах и текстах, у каждого файла показывает первое найденное место.',
    query: { search: 'Что искать, от трёх символов.', ...paging, sort, folder: inFolder },
    reply: { data: 'Файлы страницы.', total: 'Сколько файлов найдено.' },
  },
  getScript: {
    summary: 'Получить файл с текстом',
    description:
      'Сведения о файле, текст с временем каждого слова, спикеры и итоги. Файл, открытый по ссылке, можно получить и без ключа.',
    params: script,
  },
  getDraft: {
    summary: 'Получить черновик',
    description:
      'Предложения, распознанные к этой минуте, и кто когда говорит. Следующий запрос начинай с `next`; `turns` приходят каждый раз целиком.',
    params: script,
    query: { from: 'С какого предложения, с нуля.' },
    reply: {
      data: 'Новые предложения.',
      next: 'С чего начать следующий запрос.',
      hasMore: 'Есть продолжение: запроси его сразу.',
      turns: 'Все известные реплики по порядку. Пока текст не готов, номера спикеров могут меняться.',
    },
  },
  getMedia: {
    summary: 'Получить адреса записи',
    description: 'Временные адреса исходной записи и копии для браузера.',
    params: script,
  },
  renameScript: {
    summary: 'Переименовать файл',
    description: 'Меняет имя файла. Запись и текст не меняются.',
    params: script,
    body: { fileName: 'Новое имя.' },
    reply: changed,
  },
  shareScript: {
    summary: 'Открыть или закрыть доступ по ссылке',
    description: 'Открытый файл может прочитать каждый, у кого есть ссылка.',
    params: script,
    body: {
      publicFlag: 'Открыть доступ по ссылке.',
      newLink: 'Заменить ссылку: прежняя перестанет работать.',
    },
    reply: changed,
  },
  deleteScript: {
    summary: 'Удалить файл',
    description: 'Удаляет запись, текст и итоги. Вернуть их нельзя. Идущая обработка останавливается.',
    params: script,
    reply: {},
  },
  editSpeakerName: {
    summary: 'Назвать спикера',
    description: 'Имя появится во всём тексте и в выгрузках.',
    params: script,
    reply: { speakers: 'Спикеры с именами.' },
  },
  editTranscript: {
    summary: 'Исправить текст',
    description:
      'Применяет операцию ровно к той версии текста, которую ты видел. Если текст успел измениться, ответ — `409 editConflict`: получи новые правки и повтори.',
    params: script,
    body: {
      version: 'Версия текста, к которой относится операция.',
      operation: 'Операция.',
      step: 'Общий номер правок, которые владелец отменит одним нажатием.',
      source:
        'Откуда правка, если её сделал не\u00a0человек: `vocabulary`\u00a0— словарь, `restore`\u00a0— возврат к\u00a0версии.',
    },
    reply: { version: 'Новая версия текста.' },
  },
  listEdits: {
    summary: 'Список правок',
    description:
      'Правки после указанной версии. Старые со временем удаляются: если нужных уже нет, список пуст, и текст надо получить целиком.',
    params: script,
    query: { after: 'После какой версии.', limit: 'Сколько правок.' },
    reply: {
      version: 'Текущая версия текста.',
      operations: 'Операции по порядку.',
      next: 'После какой версии продолжить. На последней странице его нет.',
    },
  },
  getOriginal: {
    summary: 'Получить распознанный текст',
    description: 'Текст, каким он был до первой правки.',
    params: script,
    reply: { script: 'Предложения по порядку.' },
  },
  getSummary: {
    summary: 'Получить итоги',
    description: 'Итоги одного вида или их состояние. У файла, открытого по ссылке, доступны и без ключа.',
    params: summary,
  },
  makeSummary: {
    summary: 'Составить итоги',
    description: 'Составляет итоги, если их нет, они не получились или устарели. О готовности скажет `getSummary`.',
    params: summary,
    body: { templateId: 'Шаблон; `null` — подобрать по типу записи.' },
  },
  listChapters: {
    summary: 'Главы записи',
    description: 'О чём и с какой секунды говорят.',
    params: script,
    reply: { data: 'Главы по порядку.', isReady: 'Готовы ли главы текущего текста.' },
  },
  listActionItems: {
    summary: 'Задачи и решения',
    description: 'Что в записи решили и поручили.',
    params: script,
    reply: { data: 'Задачи и решения по порядку.', isReady: 'Готов ли список для текущего текста.' },
  },
  tickActionItem: {
    summary: 'Отметить задачу',
    description: 'Отмечает задачу выполненной или снимает отметку.',
    params: { ...script, itemId: 'Идентификатор задачи.' },
    body: { isDone: 'Выполнена ли.' },
    reply: { item: 'Задача после изменения.' },
  },
  askScript: {
    summary: 'Спросить о записи',
    description: 'Отвечает на вопрос только по тому, что сказано в записи, и показывает, где это сказано.',
    params: script,
    body: { question: 'Вопрос.', previous: 'Прошлый вопрос, если новый на него опирается.' },
    reply: {
      answer: 'Подтверждённые утверждения; пусто, если запись об этом не говорит.',
      moments: 'Ближайшие места записи, лучшие первыми.',
      engine: 'Кто отвечал: `llm` — языковая модель, `extract` — поиск по записи.',
    },
  },
  listSettingsTemplates: {
    summary: 'Шаблоны итогов',
    description: 'Какие шаблоны можно указать в `templateId`.',
    reply: { data: 'Шаблоны.' },
  },
  createUpload: {
    summary: 'Начать загрузку по частям',
    description:
      'Для больших файлов. Раздели файл на части по `partSize` байт, для каждой получи адрес и отправь её туда методом `PUT`, затем закончи загрузку.',
    body: {
      fileName: 'Имя файла.',
      contentType: 'Тип содержимого, например `audio/mpeg`.',
      size: 'Размер в байтах.',
      folderId: 'Папка, в которую попадёт файл.',
    },
    reply: { upload: 'Загрузка.' },
  },
  listUploads: {
    summary: 'Незаконченные загрузки',
    description: 'Их можно продолжить.',
    reply: { data: 'Загрузки.' },
  },
  listUploadParts: {
    summary: 'Принятые части',
    description: 'Что уже загружено: продолжай с остальных частей.',
    params: upload,
    reply: { data: 'Принятые части.' },
  },
  signUploadPart: {
    summary: 'Получить адрес для части',
    description: 'Временный адрес, на который надо отправить эту часть методом `PUT`, без ключа и ровно нужной длины.',
    params: upload,
    body: { number: 'Номер части, с единицы.', sha256: 'SHA-256 части в шестнадцатеричном виде.' },
    reply: { url: 'Адрес для `PUT`.' },
  },
  completeUpload: {
    summary: 'Закончить загрузку',
    description: 'Соединяет части в файл. Повторный запрос возвращает тот же файл.',
    params: upload,
    reply: file,
  },
  abortUpload: {
    summary: 'Отменить загрузку',
    description: 'Удаляет загруженные части.',
    params: upload,
    reply: {},
  },
  ...folderOperations,
  ...vocabularyOperations,
  listWebhooks: {
    summary: 'Список вебхуков',
    description: 'Адреса, которым мы сообщаем о событиях.',
    reply: { data: 'Вебхуки.' },
  },
  createWebhook: {
    summary: 'Создать вебхук',
    description: 'Адрес должен отвечать по `https` и быть доступен из интернета.',
    body: { url: 'Адрес.', events: 'События.' },
    reply: { webhook: 'Вебхук с секретом подписи.' },
  },
  editWebhook: {
    summary: 'Изменить вебхук',
    description: '`isEnabled: true` включает и тот вебхук, который мы выключили после неудач.',
    params: webhook,
    body: { url: 'Новый адрес.', events: 'Новые события.', isEnabled: 'Включить или выключить.' },
    reply: { webhook: 'Вебхук после изменения.' },
  },
  rotateWebhookSecret: {
    summary: 'Сменить секрет подписи',
    description: 'Сутки события подписаны и новым, и прежним секретом: в `webhook-signature` две подписи через пробел.',
    params: webhook,
    reply: { webhook: 'Вебхук с новым секретом.' },
  },
  deleteWebhook: {
    summary: 'Удалить вебхук',
    description: 'Недоставленные события пропадут.',
    params: webhook,
    reply: {},
  },
  testWebhook: {
    summary: 'Проверить вебхук',
    description: 'Отправляет событие `webhook.test`.',
    params: webhook,
    reply: delivery,
  },
  listDeliveries: {
    summary: 'Доставки вебхука',
    description: 'Последние 30 дней, сначала новые.',
    params: webhook,
    query: paging,
    reply: { data: 'Доставки страницы.', total: 'Сколько доставок всего.' },
  },
  replayDelivery: {
    summary: 'Доставить ещё раз',
    description: 'Отправляет то же событие с тем же `webhook-id`.',
    params: { ...webhook, deliveryId: 'Идентификатор доставки.' },
    reply: delivery,
  },
  replayFailed: {
    summary: 'Доставить всё недоставленное',
    description: 'Отправляет по очереди все события, которые не удалось доставить, с теми же `webhook-id`.',
    params: webhook,
    body: { since: 'Начиная с этого момента. Мы храним события 30 дней.' },
    reply: { count: 'Сколько событий отправим.' },
  },
  getUsage: {
    summary: 'Остатки',
    description: 'Сколько минут и загрузок осталось и какого размера может быть файл.',
    reply: {
      minutesRemain: 'Минут на балансе.',
      isUnlimited: 'Минуты не ограничены: остаток можно не показывать.',
      availableUploads: 'Загрузок до конца периода; `null` — без ограничений.',
      maxFileSize: 'Наибольший размер файла в мегабайтах.',
    },
  },
} as const
