export { createSmtpListener, type SmtpListener } from './listener.ts';
