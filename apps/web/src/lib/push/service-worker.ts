/** Shows notifications while no page is open, and opens the app without a connection; `worker/sw.js`. */
export const SERVICE_WORKER = '/sw.js'
