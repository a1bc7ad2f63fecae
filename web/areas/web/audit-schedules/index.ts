// What areas that audit use of schedules.
export { RepeatChoice, Scheduled, scheduleRoutes } from './schedule.tsx';
