// React and better-auth read NODE_ENV while they are being imported, and take its absence for
// development. So the process entry imports this file before everything else.
process.env.NODE_ENV ||= "production";
