import '@fontsource-variable/golos-text/wght.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from '#app/app.tsx'
import { hideLinkToken } from '#lib/link-token/link-token.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

hideLinkToken()

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
