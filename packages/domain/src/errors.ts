/** Every failure the API can report: code → HTTP status and the message on the wire. */
export const errors = {
  needAuthorization: { status: 403, message: 'Need to authorization' },
  notFound: { status: 404, message: 'Not found' },
  invalidRequest: { status: 400, message: 'Invalid request' },
  wrongToken: { status: 400, message: 'Wrong token' },
  tokenNotValid: { status: 400, message: 'Token is not valid' },
  tokenUsed: { status: 400, message: 'Token already used' },
  registrationTokenRequired: { status: 400, message: 'Registration token required' },
  userExists: { status: 409, message: 'User already exists' },
  noEmail: { status: 422, message: "User hasn't email" },
  providerOff: { status: 404, message: 'Provider is switched off' },
  providerFailed: { status: 502, message: 'Provider does not answer' },
  tooManyRequests: { status: 429, message: 'Too many requests' },
  notEnoughMinutes: { status: 402, message: 'Not enough minutes to process video' },
  accountDisabled: { status: 403, message: 'The account is disabled' },
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
  mailLinkExpired: { status: 410, message: 'The mailed link has expired' },
  storageExpired: { status: 410, message: 'Storage of the file has expired' },
  editConflict: { status: 409, message: 'The text was changed meanwhile' },
  textTooLong: { status: 422, message: 'The text is too long for its recording' },
  partUnheard: { status: 500, message: 'A part of the recording could not be recognised' },
  speakersFailed: { status: 500, message: 'Speakers could not be told apart' },
  summaryFailed: { status: 500, message: 'Summary could not be made' },
  noText: { status: 409, message: 'The file has no text yet' },
  thesesUsedUp: { status: 402, message: 'No generations of theses left' },
  templateNotAllowed: { status: 402, message: 'The tariff does not allow to choose a template' },
  summaryExists: { status: 409, message: 'The summary is complete already' },
  budgetSpent: { status: 429, message: 'The budget of the language model for this file is spent' },
  paymentsOff: { status: 503, message: 'Payments are switched off' },
  paymentDeclined: { status: 402, message: 'Payment was declined' },
  tariffFixed: { status: 409, message: 'The tariff cannot be changed' },
  nothingToPay: { status: 409, message: 'There is nothing to pay' },
  promoNotFound: { status: 404, message: 'Promo code is not known' },
  promoUsed: { status: 409, message: 'Promo code was activated already' },
  promoEnded: { status: 410, message: 'Promo code has ended' },
  wrongCode: { status: 400, message: 'Wrong code' },
  proofNeeded: { status: 400, message: 'Confirm with the password or a code' },
  challengeExpired: { status: 410, message: 'The sign-in has expired' },
  passkeyRefused: { status: 400, message: 'The passkey was not accepted' },
  secondFactorLimit: { status: 409, message: 'Too many second factors' },
  tooManyWebhooks: { status: 409, message: 'Too many webhooks' },
  webhookRefused: { status: 422, message: 'The address of the webhook is not allowed' },
  webhookOff: { status: 409, message: 'The webhook is switched off' },
  notAllowed: { status: 409, message: 'Not allowed' },
  termExists: { status: 409, message: 'The vocabulary has this term already' },
  tooManyTerms: { status: 409, message: 'The vocabulary is full' },
  tooManyVocabularies: { status: 409, message: 'Too many vocabularies' },
  folderExists: { status: 409, message: 'A folder of this name exists already' },
  tooManyFolders: { status: 409, message: 'Too many folders' },
  keyReused: { status: 422, message: 'The idempotency key was used for another request' },
  keyInUse: { status: 409, message: 'The request with this idempotency key is still running' },
  pushOff: { status: 503, message: 'Notifications of browsers are switched off' },
  exportNotReady: { status: 409, message: 'The archive is not ready' },
  stillProcessing: { status: 504, message: 'Processing takes longer than the request may' },
  cancelled: { status: 409, message: 'Processing was cancelled' },
  processingFailed: { status: 500, message: 'Processing failed' },
  switchedOff: { status: 503, message: 'Switched off for now' },
  notAvailable: { status: 503, message: 'Service is not available' },
  unexpected: { status: 500, message: 'Unexpected error' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** Whether this version knows a code; another version may send or store others. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errors, code)
}

/** Reads a stored code; one of another version that this one does not know becomes `processingFailed`. */
export function errorCode(stored: string): ErrorCode {
  return isErrorCode(stored) ? stored : 'processingFailed'
}

/** The wire text of a stored code. */
export function wireText(stored: string): string {
  return errors[errorCode(stored)].message
}

/** For schemas that accept a code. */
export const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]]

/** An error of one form field. */
export type FieldError = { code: string; message: string }
