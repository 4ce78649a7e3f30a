/** The version of the public API; a change that breaks its callers raises the first number. */
export const API_VERSION = '1.0.0'
