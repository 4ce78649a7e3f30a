/** Every failure the API can report: code → HTTP status and the message on the wire. */
export const errors = {
  needAuthorization: { status: 403, message: 'Need to authorization' },
  notFound: { status: 404, message: 'Not found' },
  invalidRequest: { status: 400, message: 'Invalid request' },
  wrongLogin: { status: 400, message: 'Wrong login or password' },
  noFile: { status: 400, message: 'The request has no file' },
  fileTooBig: { status: 413, message: 'File is too big' },
  uploadAborted: { status: 400, message: 'Request was aborted' },
  alreadyProcessed: { status: 409, message: 'The file is processed or being processed already' },
  noAudioStream: { status: 422, message: "MediaFile doesn't contain audio stream" },
  mediaBroken: { status: 422, message: 'MediaFile cannot proceesed' },
  unsupportedFormat: { status: 422, message: 'Unsupported format video' },
  recordingTooLong: { status: 422, message: 'Recording is too long' },
  processingFailed: { status: 500, message: 'Processing failed' },
  notAvailable: { status: 503, message: 'Service is not available' },
  unexpected: { status: 500, message: 'Unexpected error' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** What is wrong with one field of a form. */
export type FieldError = { code: string; message: string }
