/** Cotton twine: plies twisted about it. `across` -1 to 1 over its width, `run` its length in widths. */
Mat twine(float across, float run, float seed) {
  float ply = abs(fract(run * .55 + across * .35) - .5) * 2.;
  float fuzz = noise(vec2(run * 4., across * 5.), seed);
  vec3 col = mix(vec3(.56, .44, .31), vec3(.86, .78, .65), smoothstep(.1, .8, ply) * .8 + .2 * fuzz + .1);
  col = mix(col, vec3(.55, .19, .14), .35 * smoothstep(.1, .6, noise(vec2(run * .12, seed), seed)));
  return Mat(col, .005 * smoothstep(0., .7, ply), .08, .5);
}
