-- The trace of the call that started a process, in the form of the W3C header `traceparent`; null while tracing is off.
-- The dispatcher enqueues tasks from a timer and continues the trace by it.

alter table processes add column trace_context text;
