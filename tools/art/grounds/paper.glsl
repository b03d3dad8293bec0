/** Brown butcher's paper: fibres, flecks and the memory of a fold. */
Spot table(vec2 p) {
  float cloud = fbm(p * 1.3, 900., 4);
  vec2 w = stir(p, 3., .1, 905.);
  float fibre = noise(w * vec2(30., 220.), 901.) * .5 + noise(rot(1.1) * w * vec2(26., 190.), 902.) * .5;
  float fleck = smoothstep(.55, .8, noise(rot(.5) * p * vec2(40., 130.), 903.));
  vec3 col = mix(vec3(.50, .355, .228), vec3(.575, .42, .28), .5 + .5 * cloud);
  col *= 1. + .045 * fibre;
  col = mix(col, vec3(.36, .235, .14), .28 * fleck);
  float crease = 0.;
  for (int i = 0; i < 3; i++) {
    vec3 r = rnd(vec2(i, 3), 77.);
    vec2 n = vec2(cos(r.x * 6.283), sin(r.x * 6.283));
    float d = dot(p, n) - (r.y - .5) * 1.9 + .10 * noise(p * 1.2, 910. + float(i));
    crease += (r.z - .35) * (smoothstep(.03, -.03, d) - .5) * .010 + .0016 * exp(-d * d * 1800.);
  }
  float h = .02 * cloud + crease + .0006 * fibre;
  return Spot(h, Mat(col, 0., 0., 0.));
}
