/** Every failure the API can report: code → HTTP status and the message on the wire. */
export const errors = {
  needAuthorization: { status: 403, message: 'Need to authorization' },
  notFound: { status: 404, message: 'Not found' },
  invalidRequest: { status: 400, message: 'Invalid request' },
  wrongToken: { status: 400, message: 'Wrong token' },
  tokenNotValid: { status: 400, message: 'Token is not valid' },
  tokenUsed: { status: 400, message: 'Token already used' },
  userExists: { status: 409, message: 'User already exists' },
  noEmail: { status: 422, message: "User hasn't email" },
  providerOff: { status: 404, message: 'Provider is switched off' },
  providerFailed: { status: 502, message: 'Provider does not answer' },
  tooManyRequests: { status: 429, message: 'Too many requests' },
  notEnoughMinutes: { status: 402, message: 'Not enough minutes to process video' },
  wrongLogin: { status: 400, message: 'Wrong login or password' },
  noFile: { status: 400, message: 'The request has no file' },
  fileTooBig: { status: 413, message: 'File is too big' },
  uploadAborted: { status: 400, message: 'Request was aborted' },
  alreadyProcessed: { status: 409, message: 'The file is processed or being processed already' },
  noAudioStream: { status: 422, message: "MediaFile doesn't contain audio stream" },
  mediaBroken: { status: 422, message: 'MediaFile cannot proceesed' },
  unsupportedFormat: { status: 422, message: 'Unsupported format video' },
  recordingTooLong: { status: 422, message: 'Recording is too long' },
  mailRefused: { status: 422, message: 'Mail was refused' },
  processingFailed: { status: 500, message: 'Processing failed' },
  notAvailable: { status: 503, message: 'Service is not available' },
  unexpected: { status: 500, message: 'Unexpected error' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** What is wrong with one field of a form. */
export type FieldError = { code: string; message: string }
