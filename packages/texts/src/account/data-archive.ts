import { brand } from '#brand.ts'
import { LOCALE } from '#format.ts'

const moments = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Moscow' })

/** Texts of the archive with a person's data. */
export const archiveTexts = {
  fileName: (at: Date) => `${brand.name} — мои данные ${at.toISOString().slice(0, 10)}.zip`,

  readme: (at: Date) => `${brand.name}: твои данные

Архив собран ${moments.format(at)} по Москве. В нём всё, что сервис хранит о тебе и твоих файлах.

Файлы .json — данные в машинном виде: их открывает любой текстовый редактор. Время в них указано по Гринвичу,
суммы — в копейках, длительность — в секундах.

account.json         профиль, способы входа, согласия с документами, сеансы и журнал событий аккаунта
protection.json      защита аккаунта: приложение с кодами, запасные коды, ключи доступа
notifications.json   как сервис сообщает о готовых файлах
api-key.json         ключ API: права и даты, сам ключ скрыт
webhooks.json        вебхуки: адреса, события, доставки
vocabulary.json      словари: термины, участие в общих, слова, которые ты попросил не заменять и не запоминать
folders.json         папки, по которым ты разложил файлы
feedback.json        сообщения, которые ты нам писал
uploads.json         загрузки, в том числе незаконченные, и ссылки, по которым скачаны файлы
billing/             тариф, платежи и возвраты, минуты, промокоды
files/               твои файлы, каждый в своей папке:
  metadata.json        название, даты, длительность, обработки
  transcript.json      текст: слова со временем, спикеры, история правок, исходное распознавание
  transcript.txt       тот же текст для чтения
  transcript.docx      документ Word
  transcript.srt       субтитры
  transcript.vtt       субтитры для браузера
  summaries.json       саммари и тезисы
  chapters.json        главы
  tasks.json           задачи и решения
  и сама запись под своим именем

Записи, у которых закончился срок хранения, удалены: в папке остаются только сведения о файле.

Чего здесь нет: паролей, ключей и других секретов. Мы храним только их отпечатки или шифруем, и в архив они
не попадают.
`,
} as const
