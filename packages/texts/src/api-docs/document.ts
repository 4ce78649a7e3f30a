import { brand } from '#brand.ts'

/** The groups of calls. */
export const tagTexts = {
  scripts: { title: 'Файлы', description: 'Загрузка, обработка, список и текст.' },
  folders: { title: 'Папки', description: 'По ним раскладывают файлы.' },
  text: { title: 'Правка текста', description: 'Имена спикеров и исправления с историей.' },
  summaries: { title: 'Итоги', description: 'Краткое содержание, тезисы, главы, задачи и ответы на вопросы.' },
  uploads: { title: 'Загрузка по частям', description: 'Для больших файлов: части идут прямо в хранилище.' },
  vocabulary: {
    title: 'Словарь',
    description: 'Имена и термины, которые нужно писать правильно: свои и общие с коллегами.',
  },
  webhooks: { title: 'Вебхуки', description: 'Адреса, которым мы сообщаем о событиях.' },
  usage: { title: 'Остатки', description: 'Минуты и ограничения тарифа.' },
  openai: { title: 'Совместимость с OpenAI', description: 'Распознавание теми же клиентами, что и у OpenAI.' },
} as const

export const documentTexts = {
  title: `${brand.name} API`,
  server: 'Этот сервис',
  security:
    'Ключ со страницы аккаунта в заголовке `Authorization: Bearer dsl_…`. У ключа есть права: `read` — читать, `write` — загружать и менять.',
  scope: (scope: string) => `Нужное право ключа: \`${scope}\`.`,
  open: 'Ключ не нужен, если файл открыт по ссылке.',
  done: 'Готово.',
  unchanged: 'С того ответа ничего не изменилось. Тела нет.',
  file: 'Аудио или видео.',
  headers: {
    idempotencyKey:
      'Любая строка до 255 символов, новая для каждого действия. Повтор с тем же ключом вернёт первый ответ и ничего не создаст второй раз.',
    etag: 'Метка ответа. Нет её — ответ меняется со временем, например во время обработки.',
    ifNoneMatch:
      'Метка прошлого ответа. Пока ничего не изменилось, вернётся 304 без тела: так дешевле спрашивать часто.',
    requestId: 'Номер запроса. Назови его, когда пишешь в поддержку.',
    rateLimit: 'Сколько запросов осталось: `"default";r=299;t=60`.',
    rateLimitPolicy: 'Сколько запросов разрешено: `"default";q=300;w=60`.',
    retryAfter: 'Через сколько секунд повторить.',
  },
  errorLine: (code: string, text: string) => `- \`${code}\` — ${text}`,
} as const

/** The beginning of the page, in Markdown. */
export const introduction = (url: string): string => `
API превращает аудио и видео в текст с временем каждого слова, спикерами и итогами.

## Начни за пять минут

**1. Получи ключ** в разделе «Доступ по API» на [странице аккаунта](${url}/account) и положи его в переменную:

\`\`\`bash
export DOSLOVNO_API_KEY=dsl_…
\`\`\`

**2. Загрузи запись**

\`\`\`bash
curl ${url}/api/scripts/upload \\
  -H "Authorization: Bearer $DOSLOVNO_API_KEY" \\
  -F file=@interview.mp3
\`\`\`

В ответе — файл. Положи его номер, \`script.id\`, в переменную: \`export ID=…\`

**3. Запусти обработку**

\`\`\`bash
curl ${url}/api/scripts/$ID/process \\
  -H "Authorization: Bearer $DOSLOVNO_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"language": "ru"}'
\`\`\`

**4. Дождись конца**: опрашивай состояние, пока \`status\` не станет \`complete\` или \`error\`, или создай [вебхук](#tag/webhooks) и получи событие \`script.completed\`.

\`\`\`bash
curl ${url}/api/scripts/$ID/status -H "Authorization: Bearer $DOSLOVNO_API_KEY"
\`\`\`

**5. Забери текст**

\`\`\`bash
curl ${url}/api/scripts/$ID -H "Authorization: Bearer $DOSLOVNO_API_KEY"
\`\`\`

## То же на JavaScript

\`\`\`bash
npm install @doslovno/client
\`\`\`

\`\`\`js
import { openAsBlob } from 'node:fs'
import { createClient } from '@doslovno/client'

const client = createClient({ apiKey: process.env.DOSLOVNO_API_KEY, baseUrl: '${url}' })
const script = await client.transcribe(await openAsBlob('interview.mp3'), { fileName: 'interview.mp3', language: 'ru' })
for (const { start, text } of script.script) console.log(start, text)
\`\`\`

## То же клиентом OpenAI

\`\`\`python
from openai import OpenAI

client = OpenAI(base_url="${url}/v1", api_key="dsl_…")
with open("interview.mp3", "rb") as file:
    print(client.audio.transcriptions.create(model="whisper-1", file=file).text)
\`\`\`

## Что общее у всех запросов

- **Ключ** передавай в заголовке \`Authorization: Bearer dsl_…\`. Держи его на сервере: в браузере его увидят все.
- **Ошибки** одного вида: \`error\`, \`code\`, \`message\` и, если виноваты поля запроса, \`fields\`. Решения принимай по \`code\`: остальное может измениться.
- **Списки** разбиты на страницы: \`page\` с единицы, \`pageSize\` до 100; в ответе \`data\` и \`total\`.
- **Повторы.** Создающие запросы принимают заголовок \`Idempotency-Key\`: повтор с тем же ключом ничего не создаст второй раз.
- **Частота.** Заголовки \`RateLimit\` и \`RateLimit-Policy\` говорят, сколько запросов осталось. После \`429\` и \`503\` подожди \`Retry-After\` секунд.
- **Номер запроса** — в заголовке \`x-request-id\` каждого ответа.
- **Время** — по UTC, в виде \`2026-11-16T09:30:00.000Z\`; места в записи — в секундах.
- **Новые поля** могут появиться в ответах в любой день: не отказывайся от ответа из-за незнакомого поля.

## Вебхуки

Мы отправляем \`POST\` с JSON по правилам [Standard Webhooks](https://www.standardwebhooks.com): заголовки \`webhook-id\`, \`webhook-timestamp\` и \`webhook-signature\`. Проверь подпись секретом вебхука и ответь статусом 2xx за 15 секунд. Если не получится, мы повторим через минуту, 5 минут, 30 минут, 2, 5, 10, 14, 20 и 24 часа. Одно событие может прийти дважды: узнавай его по \`webhook-id\`. Отклоняй события, у которых \`webhook-timestamp\` дальше пяти минут от твоих часов.
`

/** The events. */
export const eventTexts = {
  'script.completed': { summary: 'Текст готов', description: 'Обработка файла закончилась, текст можно забрать.' },
  'script.failed': { summary: 'Обработать не удалось', description: 'Почему — в `errorCode`.' },
  'summary.completed': { summary: 'Итоги готовы', description: 'Готов один вид итогов файла.' },
  'webhook.test': { summary: 'Проверка', description: 'Отправляется только вручную: `POST /api/webhooks/{id}/test`.' },
} as const

export const messageTexts = {
  headers: {
    id: 'Номер события. При повторе он тот же.',
    timestamp: 'Когда отправлено, секунды Unix.',
    signature:
      'Подпись: `v1,` и HMAC-SHA256 строки `id.timestamp.тело` в base64. Подписей может быть несколько, через пробел.',
  },
  accepted: 'Принято. Тело ответа мы не читаем.',
  refused: 'Любой другой ответ — неудача: мы повторим позже.',
} as const

/** The page of the documentation. */
export const pageTexts = {
  title: `API — ${brand.name}`,
  description: 'Как отправить запись и получить её текст из своей программы',
  models: 'Объекты',
  noScript: 'Чтобы прочитать документацию, включи в браузере JavaScript. Описание для программ:',
  failed: 'Документация не загрузилась. Обнови страницу. Описание для программ:',
} as const
