// Loaded into each test process before `node:test`, which follows every promise and handle through async_hooks to name the
// test that an error nobody caught came from: a quarter of what tests cost. Such an error is printed, and fails the file.
const hooks = process.getBuiltinModule('node:async_hooks');
const { createHook } = hooks;

hooks.createHook = callbacks => {
  if (!new Error().stack.includes('node:internal/test_runner/')) return createHook(callbacks);
  const none = { enable: () => none, disable: () => none };
  return none;
};

for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, error => console.error(error));
