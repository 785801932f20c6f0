# Bir komutun neden yapılamadığı ve ne yapılacağı.

### Adı verilip bulunamayanlar

missing-board = { $board } adlı bir tahta yok; tahtaları `touchmove status` listeler
missing-game-on = { $board } tahtasında oyun oynanmıyor
missing-game = { $game } adlı bir oyun yok; var olanları `touchmove game list` listeler
missing-table = { $table }. masa yok; masaları `touchmove round status` gösterir
missing-table-number = { $number } bir masa numarası değil: masalar 1 ile 9999 arasındadır
missing-at-table = { $name } bu turun hiçbir masasında değil
missing-not-begun = { $seat }: oyunu başlamadı
missing-table-or-game = { $number } hem bir masanın hem bir oyunun numarası: { $seat } için t{ $number }, { $game } için g{ $number } yazın
missing-seat-with-game = { $seat } ({ $game })
missing-seat-without = { $seat } (oyunu başlamadı)
missing-game-at = { $game } ({ $seat })
