/** The secret of the service that was captured: it seals what its rows hold, and stands in the backup. */
export const SECRET = '8d6ff04'.repeat(10).slice(0, 64);
