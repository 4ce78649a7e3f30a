import { multipartFile } from '#test/recordings/multipart.ts'

import { OWNER_READS, OWNER_WRITES, READ, SHARED, type SourceCall, WRITE } from './source-call.ts'
import { WAVE } from './world.ts'

const LISTED =
  'data.*.id data.*.userId data.*.fileName data.*.fileSize data.*.type data.*.duration data.*.uploadAt data.*.status data.*.processId data.*.processStatus data.*.availableMinutes data.*.public data.*.canEdit data.*.progress data.*.speakers'
const SCRIPT =
  'id userId fileName fileSize type duration uploadAt status processId processStatus public canEdit fileSrc speakers'
const SEGMENT = 'script.*.start script.*.end script.*.text script.*.speaker script.*.speakerName'
const SUMMARY =
  'scriptSummary.*.id scriptSummary.*.type scriptSummary.*.status scriptSummary.*.content scriptSummary.*.progress'

/** §7 of the source about files. */
export const fileCalls: readonly SourceCall[] = [
  {
    call: 'GET /api/scripts',
    sent: '',
    answered: LISTED,
    statuses: READ,
    make: async ({ newFinished, newProcess, newUnaffordable }, person) => {
      await newFinished(person)
      await newProcess(person)
      await newUnaffordable(person)
      return {}
    },
  },
  {
    call: 'GET /api/scripts/search',
    sent: 'search',
    answered: 'data.*.id data.*.matched.text data.*.matched.start data.*.matched.end',
    statuses: READ,
    make: async ({ newFinished }, person) => {
      await newFinished(person)
      return { url: `/api/scripts/search?search=${encodeURIComponent('релиз')}` }
    },
  },
  {
    call: 'GET /api/scripts/{id}',
    sent: '',
    answered: `${SCRIPT} ${SEGMENT} ${SUMMARY} summaryBlocks`,
    statuses: SHARED,
    isAboutObject: true,
    make: async ({ newFinished }, person) => ({ url: `/api/scripts/${await newFinished(person)}` }),
  },
  {
    call: 'PATCH /api/scripts/{id}',
    sent: 'publicFlag',
    answered: 'script.public',
    statuses: OWNER_WRITES,
    isAboutObject: true,
    make: async ({ newTalk }, person) => ({
      url: `/api/scripts/${await newTalk(person)}`,
      payload: { publicFlag: true },
    }),
  },
  {
    call: 'DELETE /api/scripts/{id}',
    sent: '',
    answered: '',
    statuses: OWNER_WRITES,
    isAboutObject: true,
    make: async ({ newUploaded }, person) => ({ url: `/api/scripts/${await newUploaded(person)}` }),
  },
  {
    call: 'PATCH /api/scripts/{id}/filename',
    sent: 'fileName',
    answered: '',
    statuses: OWNER_WRITES,
    isAboutObject: true,
    make: async ({ newUploaded }, person) => ({
      url: `/api/scripts/${await newUploaded(person)}/filename`,
      payload: { fileName: 'Интервью.wav' },
    }),
  },
  {
    call: 'POST /api/scripts/{id}/edit-speaker-name',
    sent: 'speakerId name',
    answered: '',
    statuses: OWNER_WRITES,
    isAboutObject: true,
    make: async ({ newTalk }, person) => ({
      url: `/api/scripts/${await newTalk(person)}/edit-speaker-name`,
      payload: { speakerId: 0, name: 'Анна' },
    }),
  },
  {
    // The only call that is not JSON: multipart with the field `file`.
    call: 'POST /api/scripts/upload',
    sent: '',
    answered: 'script.id',
    statuses: WRITE,
    make: async () => ({ raw: multipartFile(WAVE, 'talk.wav', 'audio/wav', 'file') }),
  },
  {
    call: 'POST /api/scripts/upload-by-link',
    sent: 'url',
    answered: 'processId',
    statuses: WRITE,
    make: async () => ({ payload: { url: 'https://example.ru/talk.mp3' } }),
  },
  {
    call: 'POST /api/scripts/cancel-upload-by-link',
    sent: 'processId',
    answered: '',
    statuses: OWNER_WRITES,
    isAboutObject: true,
    make: async ({ newDownload }, person) => ({ payload: { processId: await newDownload(person) } }),
  },
  {
    call: 'POST /api/scripts/{id}/process',
    sent: 'mediaType speakersCount templateId language badQuality force',
    answered: 'processId',
    statuses: OWNER_WRITES,
    isAboutObject: true,
    make: async ({ newUploaded }, person) => ({
      url: `/api/scripts/${await newUploaded(person)}/process`,
      payload: {
        mediaType: 'lection',
        speakersCount: -1,
        templateId: 1,
        language: 'ru',
        badQuality: true,
        force: true,
      },
    }),
  },
  {
    call: 'GET /api/scripts/{id}/status',
    sent: '',
    answered: 'progress status',
    statuses: OWNER_READS,
    isAboutObject: true,
    make: async ({ newProcess }, person) => ({ url: `/api/scripts/${(await newProcess(person)).id}/status` }),
  },
  {
    call: 'POST /api/scripts/{id}/summary/{summaryType}',
    sent: 'templateId',
    answered: 'id type status content progress',
    statuses: OWNER_WRITES,
    isAboutObject: true,
    make: async ({ newTalk }, person) => ({
      url: `/api/scripts/${await newTalk(person)}/summary/summary`,
      payload: { templateId: 1 },
    }),
  },
  {
    call: 'GET /api/scripts/{id}/summary/{summaryType}',
    sent: '',
    answered: 'text progress status',
    statuses: SHARED,
    isAboutObject: true,
    make: async ({ newSummary }, person) => ({
      url: `/api/scripts/${await newSummary(person, 'about')}/summary/about`,
    }),
  },
  { call: 'GET /api/tools/settings-templates', sent: '', answered: 'data.*.id data.*.name', statuses: READ },
]
