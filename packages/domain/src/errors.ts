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
  uploadsExceeded: { status: 402, message: 'You cannot uploading more files this month' },
  tooManyUploads: { status: 409, message: 'Too many unfinished uploads' },
  uploadIncomplete: { status: 409, message: 'Upload is not complete' },
  linkNotAllowed: { status: 402, message: 'Upload by link needs a paid tariff' },
  linkUnsupported: { status: 422, message: 'Link is unsupported' },
  linkAccessDenied: { status: 422, message: 'No access to the link' },
  linkFailed: { status: 422, message: 'Link cannot be downloaded' },
  uploadAborted: { status: 400, message: 'Request was aborted' },
  alreadyProcessed: { status: 409, message: 'The file is processed or being processed already' },
  noAudioStream: { status: 422, message: "MediaFile doesn't contain audio stream" },
  mediaBroken: { status: 422, message: 'MediaFile cannot proceesed' },
  unsupportedFormat: { status: 422, message: 'Unsupported format video' },
  recordingTooLong: { status: 422, message: 'Recording is too long' },
  mailRefused: { status: 422, message: 'Mail was refused' },
  storageExpired: { status: 410, message: 'Storage of the file has expired' },
  editConflict: { status: 409, message: 'The text was changed meanwhile' },
  partUnheard: { status: 500, message: 'A part of the recording could not be recognised' },
  speakersFailed: { status: 500, message: 'Speakers could not be told apart' },
  cancelled: { status: 409, message: 'Processing was cancelled' },
  processingFailed: { status: 500, message: 'Processing failed' },
  notAvailable: { status: 503, message: 'Service is not available' },
  unexpected: { status: 500, message: 'Unexpected error' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** The message on the wire of a stored code; one that this version does not know was written by another one. */
export function wireText(code: string): string {
  return code in errors ? errors[code as ErrorCode].message : errors.processingFailed.message
}

/** What is wrong with one field of a form. */
export type FieldError = { code: string; message: string }
